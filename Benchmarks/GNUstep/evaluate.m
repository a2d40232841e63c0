/* evaluate [-v] [-t SECONDS]
 *
 * Reads JSON lines {"id":...,"format":"...","objects":[...]} on standard input
 * and writes one JSON line for each, in order:
 *
 *   {"id":...,"answers":[true,false,"error: NSName: reason",...]}
 *   {"id":...,"refused":"NSName: reason"}     the format does not parse
 *   {"id":...,"refused":"crash"}              the process died on it
 *   {"id":...,"refused":"timeout"}            no answer in SECONDS (10)
 *   {"id":...,"refused":"input: reason"}      the line is not as above
 *
 * -v lets through what GNUstep logs to standard error. README.md says how JSON
 * values become objects.
 *
 * The lines are answered by a forked worker. When it dies or hangs, the
 * parent answers for it and forks another, so one bad line costs its own
 * answer only. The parent itself never calls into GNUstep.
 */
#include "support.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------ reading JSON */

typedef struct {
  const char *at;
  const char *end;
  const char *problem;          // the first thing wrong, or NULL
  const char *idStart;          // the text of the line's own "id"
  const char *idEnd;
} Reader;

enum { deepest = 500 };

static id readValue(Reader *r, int depth);

static void skipSpace(Reader *r)
{
  while (r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != '\0')
    {
      r->at++;
    }
}

static id fail(Reader *r, const char *problem)
{
  if (r->problem == NULL)
    {
      r->problem = problem;
    }
  return nil;
}

static BOOL take(Reader *r, const char *text)
{
  size_t length = strlen(text);

  if ((size_t)(r->end - r->at) < length || memcmp(r->at, text, length) != 0)
    {
      return NO;
    }
  r->at += length;
  return YES;
}

static id readString(Reader *r)
{
  NSMutableString *result = [NSMutableString string];

  r->at++;
  while (r->at < r->end && *r->at != '"')
    {
      if (*r->at != '\\')
        {
          const char *start = r->at;
          NSString *part;

          while (r->at < r->end && *r->at != '"' && *r->at != '\\')
            {
              r->at++;
            }
          part = [[NSString alloc] initWithBytes: start
                                          length: r->at - start
                                        encoding: NSUTF8StringEncoding];
          if (part == nil)
            {
              return fail(r, "a string is not UTF-8");
            }
          [result appendString: part];
          [part release];
        }
      else
        {
          static const char from[] = "\"\\/bfnrt";
          static const char to[] = "\"\\/\b\f\n\r\t";
          unichar c = 0;
          const char *found;

          if (r->end - r->at < 2)
            {
              break;
            }
          found = r->at[1] == '\0' ? NULL : strchr(from, r->at[1]);
          if (found != NULL)
            {
              c = to[found - from];
              r->at += 2;
            }
          else if (r->at[1] == 'u' && r->end - r->at >= 6)
            {
              char digits[5] = { r->at[2], r->at[3], r->at[4], r->at[5], 0 };

              if (strspn(digits, "0123456789abcdefABCDEF") != 4)
                {
                  return fail(r, "a bad unicode escape");
                }
              c = strtoul(digits, NULL, 16);
              r->at += 6;
            }
          else
            {
              return fail(r, "an unknown escape");
            }
          [result appendString: [NSString stringWithCharacters: &c length: 1]];
        }
    }
  if (!take(r, "\""))
    {
      return fail(r, "a string without its end");
    }
  // Immutable, so that the class is the one ordinary text has.
  return [NSString stringWithString: result];
}

/* A number without fraction and exponent is an integer as long as 64 bits hold
 * it; any other is a double. */
static id readNumber(Reader *r)
{
  char text[400];
  char *stop;
  size_t length = 0;
  const char *start = r->at;

  while (start + length < r->end && length < sizeof(text) - 1
    && start[length] != '\0' && strchr("+-.0123456789eE", start[length]) != NULL)
    {
      length++;
    }
  memcpy(text, start, length);
  text[length] = '\0';
  r->at += length;
  if (length == 0)
    {
      return fail(r, "a value was expected");
    }
  if (strpbrk(text, ".eE") == NULL)
    {
      long long whole;

      errno = 0;
      whole = strtoll(text, &stop, 10);
      if (*stop == '\0' && errno == 0)
        {
          return [NSNumber numberWithLongLong: whole];
        }
      errno = 0;
      if (*stop == '\0' && text[0] != '-')
        {
          unsigned long long large = strtoull(text, &stop, 10);

          if (errno == 0)
            {
              return [NSNumber numberWithUnsignedLongLong: large];
            }
        }
    }
  {
    double real = strtod(text, &stop);

    return *stop == '\0' ? [NSNumber numberWithDouble: real] : fail(r, "a bad number");
  }
}

static id readArray(Reader *r, int depth)
{
  NSMutableArray *result = [NSMutableArray array];

  r->at++;
  skipSpace(r);
  if (take(r, "]"))
    {
      return result;
    }
  do
    {
      id value = readValue(r, depth + 1);

      if (value == nil)
        {
          return nil;
        }
      [result addObject: value];
      skipSpace(r);
    }
  while (take(r, ","));
  return take(r, "]") ? result : fail(r, "an array without its end");
}

/* A key whose value is null is left out. */
static id readObject(Reader *r, int depth)
{
  NSMutableDictionary *result = [NSMutableDictionary dictionary];

  r->at++;
  skipSpace(r);
  if (take(r, "}"))
    {
      return result;
    }
  do
    {
      id key, value;
      const char *start;

      skipSpace(r);
      if (r->at >= r->end || *r->at != '"')
        {
          return fail(r, "a key was expected");
        }
      if ((key = readString(r)) == nil)
        {
          return nil;
        }
      skipSpace(r);
      if (!take(r, ":"))
        {
          return fail(r, "a colon was expected");
        }
      skipSpace(r);
      start = r->at;
      if ((value = readValue(r, depth + 1)) == nil)
        {
          return nil;
        }
      if (depth == 0 && [key isEqualToString: @"id"])
        {
          r->idStart = start;
          r->idEnd = r->at;
        }
      if (value != [NSNull null])
        {
          [result setObject: value forKey: key];
        }
      skipSpace(r);
    }
  while (take(r, ","));
  return take(r, "}") ? result : fail(r, "an object without its end");
}

static id readValue(Reader *r, int depth)
{
  skipSpace(r);
  if (depth > deepest)
    {
      return fail(r, "nested too deep");
    }
  if (r->at >= r->end)
    {
      return fail(r, "a value was expected");
    }
  switch (*r->at)
    {
      case '{': return readObject(r, depth);
      case '[': return readArray(r, depth);
      case '"': return readString(r);
    }
  if (take(r, "true"))
    {
      return [NSNumber numberWithBool: YES];
    }
  if (take(r, "false"))
    {
      return [NSNumber numberWithBool: NO];
    }
  if (take(r, "null"))
    {
      return [NSNull null];
    }
  return readNumber(r);
}

/* -------------------------------------------------------------- the worker
 *
 * For each line it writes the id's JSON text on a line of its own as soon as
 * that is known, and then the rest of the answer: `"answers":[...]}`.
 */

static void answer(FILE *out, NSString *format, NSArray *objects)
{
  NSPredicate *predicate = nil;
  NSUInteger i;

  @try
    {
      predicate = predicateOf(format);
    }
  @catch (id exception)
    {
      fprintf(out, "\"refused\":");
      writeJSONString(out, reasonOf(exception));
      fprintf(out, "}\n");
      return;
    }
  if (predicate == nil)
    {
      fprintf(out, "\"refused\":\"no predicate\"}\n");
      return;
    }
  fprintf(out, "\"answers\":[");
  for (i = 0; i < [objects count]; i++)
    {
      id object = [objects objectAtIndex: i];

      if (i > 0)
        {
          putc(',', out);
        }
      @try
        {
          BOOL result = [predicate evaluateWithObject:
            object == [NSNull null] ? nil : object];

          fprintf(out, "%s", result != NO ? "true" : "false");
        }
      @catch (id exception)
        {
          writeJSONString(out, [@"error: " stringByAppendingString:
            reasonOf(exception)]);
        }
    }
  fprintf(out, "]}\n");
}

static void handle(FILE *out, const char *line, size_t length)
{
  Reader r = { line, line + length, NULL, NULL, NULL };
  id request = readValue(&r, 0);
  id format = nil;
  id objects = nil;

  skipSpace(&r);
  if (request != nil && r.at < r.end)
    {
      fail(&r, "text after the value");
    }
  if (r.problem == NULL && ![request isKindOfClass: [NSDictionary class]])
    {
      fail(&r, "not an object");
    }
  if (r.problem == NULL)
    {
      format = [request objectForKey: @"format"];
      objects = [request objectForKey: @"objects"];
      if (![format isKindOfClass: [NSString class]])
        {
          fail(&r, "no format");
        }
      else if (objects != nil && ![objects isKindOfClass: [NSArray class]])
        {
          fail(&r, "objects is no array");
        }
    }
  if (r.idStart != NULL)
    {
      fwrite(r.idStart, 1, r.idEnd - r.idStart, out);
      putc('\n', out);
    }
  else
    {
      fprintf(out, "null\n");
    }
  fflush(out);
  if (r.problem != NULL)
    {
      fprintf(out, "\"refused\":\"input: %s\"}\n", r.problem);
    }
  else
    {
      answer(out, format, objects);
    }
  fflush(out);
}

static void work(int input, int output, BOOL verbose)
{
  FILE *in = fdopen(input, "r");
  FILE *out = fdopen(output, "w");
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;

  if (!verbose)
    {
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    }
  while ((length = getline(&line, &capacity, in)) > 0)
    {
      NSAutoreleasePool *pool = [NSAutoreleasePool new];

      handle(out, line, length);
      [pool release];
    }
  _exit(0);
}

/* -------------------------------------------------------------- the parent */

static pid_t worker = 0;
static int toWorker = -1;
static int fromWorker = -1;

static void startWorker(BOOL verbose)
{
  int down[2], up[2];

  if (pipe(down) != 0 || pipe(up) != 0 || (worker = fork()) < 0)
    {
      perror("starting a worker");
      exit(2);
    }
  if (worker == 0)
    {
      close(STDIN_FILENO);
      close(down[1]);
      close(up[0]);
      work(down[0], up[1], verbose);
    }
  close(down[0]);
  close(up[1]);
  toWorker = down[1];
  fromWorker = up[0];
}

static void endWorker(int signalNumber)
{
  if (worker == 0)
    {
      return;
    }
  close(toWorker);
  if (signalNumber != 0)
    {
      kill(worker, signalNumber);
    }
  while (waitpid(worker, NULL, 0) < 0 && errno == EINTR)
    {
    }
  close(fromWorker);
  worker = 0;
}

static BOOL sendAll(const char *bytes, size_t length)
{
  while (length > 0)
    {
      ssize_t sent = write(toWorker, bytes, length);

      if (sent < 0 && errno == EINTR)
        {
          continue;
        }
      if (sent <= 0)
        {
          return NO;
        }
      bytes += sent;
      length -= sent;
    }
  return YES;
}

/* Reads the two lines of a reply into *reply and returns NULL, or the reason
 * that there is no whole reply. */
static const char *receive(char **reply, size_t *capacity, size_t *length,
  double limit)
{
  double deadline = secondsNow() + limit;
  int lines = 0;

  *length = 0;
  while (lines < 2)
    {
      struct pollfd wait = { fromWorker, POLLIN, 0 };
      double left = deadline - secondsNow();
      int ready = poll(&wait, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
      ssize_t got;

      if (ready < 0 && errno == EINTR)
        {
          continue;
        }
      if (ready == 0)
        {
          return "timeout";
        }
      if (*capacity - *length < 4096)
        {
          *capacity = *capacity * 2 + 65536;
          *reply = realloc(*reply, *capacity);
          if (*reply == NULL)
            {
              perror("realloc");
              exit(2);
            }
        }
      got = read(fromWorker, *reply + *length, *capacity - *length - 1);
      if (got < 0 && errno == EINTR)
        {
          continue;
        }
      if (got <= 0)
        {
          return "crash";
        }
      while (got-- > 0)
        {
          lines += (*reply)[(*length)++] == '\n';
        }
    }
  return NULL;
}

int main(int argc, char **argv)
{
  BOOL verbose = NO;
  double limit = 10;
  char *line = NULL, *reply = NULL;
  size_t lineCapacity = 0, replyCapacity = 0, replyLength = 0;
  ssize_t length;
  int option;

  while ((option = getopt(argc, argv, "vt:")) != -1)
    {
      switch (option)
        {
          case 'v': verbose = YES; break;
          case 't': limit = atof(optarg); break;
          default:
            fprintf(stderr, "usage: evaluate [-v] [-t SECONDS]\n");
            return 2;
        }
    }
  signal(SIGPIPE, SIG_IGN);
  while ((length = getline(&line, &lineCapacity, stdin)) > 0)
    {
      const char *trouble = NULL;
      char *end;

      if (strspn(line, " \t\r\n") == (size_t)length)
        {
          continue;
        }
      if (worker == 0)
        {
          startWorker(verbose);
        }
      replyLength = 0;
      if (!sendAll(line, length)
        || (line[length - 1] != '\n' && !sendAll("\n", 1)))
        {
          trouble = "crash";
        }
      else
        {
          trouble = receive(&reply, &replyCapacity, &replyLength, limit);
        }
      end = replyLength > 0 ? memchr(reply, '\n', replyLength) : NULL;
      printf("{\"id\":");
      if (end != NULL)
        {
          fwrite(reply, 1, end - reply, stdout);
        }
      else
        {
          printf("null");
        }
      if (trouble != NULL)
        {
          printf(",\"refused\":\"%s\"}\n", trouble);
          endWorker(SIGKILL);
        }
      else
        {
          putchar(',');
          fwrite(end + 1, 1, reply + replyLength - end - 1, stdout);
        }
      // At once, for a program that talks to this one through pipes.
      fflush(stdout);
    }
  endWorker(0);
  free(line);
  free(reply);
  return 0;
}
