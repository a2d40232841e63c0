/* parse FORMATS [SECONDS]
 *
 * Parses every format of the file again and again for SECONDS seconds (5 if not
 * given) and prints one line of JSON:
 *
 *   {"formats":n,"rounds":r,"seconds":s,"formatsPerSecond":x,"refused":[...]}
 *
 * `formats` counts the lines of the file. `refused` are the indices, from 0, of
 * those that raise or crash when parsed; they are left out of the timing, so
 * formatsPerSecond is (formats - refused) * rounds / seconds. The reasons go to
 * standard error with -v as the first argument.
 */
#include "support.h"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Parses in a process of its own, for a format that crashes the parser. */
static BOOL parses(NSString *format, BOOL verbose)
{
  int status = 0;
  pid_t child = fork();

  if (child < 0)
    {
      perror("fork");
      exit(2);
    }
  if (child == 0)
    {
      int result = 1;

      if (!verbose)
        {
          dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        }
      alarm(10);
      @try
        {
          result = predicateOf(format) == nil;
        }
      @catch (id exception)
        {
          fprintf(stderr, "refused: %s\n  %s\n",
            [format UTF8String], [reasonOf(exception) UTF8String]);
        }
      _exit(result);
    }
  waitpid(child, &status, 0);
  if (verbose && WIFSIGNALED(status))
    {
      fprintf(stderr, "refused: %s\n  %s\n",
        [format UTF8String], strsignal(WTERMSIG(status)));
    }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
  NSAutoreleasePool *outer = [NSAutoreleasePool new];
  BOOL verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
  NSMutableArray *accepted = [NSMutableArray array];
  NSMutableArray *refused = [NSMutableArray array];
  NSArray *formats;
  NSUInteger i, count, rounds = 0;
  double limit, start, elapsed = 0;

  argc -= verbose;
  argv += verbose;
  if (argc < 2 || argc > 3)
    {
      fprintf(stderr, "usage: parse [-v] FORMATS [SECONDS]\n");
      return 2;
    }
  formats = linesOfFile(argv[1]);
  limit = argc > 2 ? atof(argv[2]) : 5;

  for (i = 0; i < [formats count]; i++)
    {
      NSString *format = [formats objectAtIndex: i];

      if (parses(format, verbose))
        {
          [accepted addObject: format];
        }
      else
        {
          [refused addObject: [NSString stringWithFormat: @"%lu", (unsigned long)i]];
        }
    }

  count = [accepted count];
  if (count > 0)
    {
      // One round unmeasured: classes initialise and caches fill.
      for (i = 0; i < count; i++)
        {
          predicateOf([accepted objectAtIndex: i]);
        }
      start = secondsNow();
      do
        {
          NSAutoreleasePool *pool = [NSAutoreleasePool new];

          for (i = 0; i < count; i++)
            {
              predicateOf([accepted objectAtIndex: i]);
            }
          [pool release];
          rounds++;
          elapsed = secondsNow() - start;
        }
      while (elapsed < limit);
    }

  printf("{\"formats\":%lu,\"rounds\":%lu,\"seconds\":%.3f,"
    "\"formatsPerSecond\":%.0f,\"refused\":[%s]}\n",
    (unsigned long)[formats count], (unsigned long)rounds, elapsed,
    elapsed > 0 ? count * rounds / elapsed : 0.0,
    [[refused componentsJoinedByString: @","] UTF8String]);
  [outer release];
  return 0;
}
