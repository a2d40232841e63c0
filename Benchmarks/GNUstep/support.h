/* What the three programs share: reading text files, the clock, and JSON text.
 *
 * JSON is read and written here rather than by NSJSONSerialization, which in
 * GNUstep 1.28 reads every number as a double (so an integer column is no
 * integer any more) and writes control characters unescaped.
 */
#import <Foundation/Foundation.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double secondsNow(void)
{
  struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* The lines of a UTF-8 text file, blank ones left out. */
static inline NSArray *linesOfFile(const char *path)
{
  FILE *file = fopen(path, "r");
  NSMutableArray *lines = [NSMutableArray array];
  char *text = NULL;
  size_t capacity = 0;
  ssize_t length;

  if (file == NULL)
    {
      perror(path);
      exit(2);
    }
  while ((length = getline(&text, &capacity, file)) >= 0)
    {
      NSString *line;

      while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        {
          text[--length] = '\0';
        }
      if (strspn(text, " \t") == (size_t)length)
        {
          continue;
        }
      line = [NSString stringWithUTF8String: text];
      if (line == nil)
        {
          fprintf(stderr, "%s: a line is not UTF-8\n", path);
          exit(2);
        }
      [lines addObject: line];
    }
  free(text);
  fclose(file);
  return lines;
}

/* Writes `string` as a JSON string. Anything past ASCII goes out as \uXXXX, so
 * lone surrogates survive and the output is valid whatever the text. */
static inline void writeJSONString(FILE *out, NSString *string)
{
  NSUInteger count = [string length];
  NSUInteger i;

  putc('"', out);
  for (i = 0; i < count; i++)
    {
      unichar c = [string characterAtIndex: i];

      if (c == '"' || c == '\\')
        {
          fprintf(out, "\\%c", c);
        }
      else if (c < 0x20 || c > 0x7e)
        {
          fprintf(out, "\\u%04x", c);
        }
      else
        {
          putc(c, out);
        }
    }
  putc('"', out);
}

/* "NSInvalidArgumentException: the reason" */
static inline NSString *reasonOf(id exception)
{
  if ([exception isKindOfClass: [NSException class]])
    {
      return [NSString stringWithFormat: @"%@: %@",
        [exception name], [exception reason]];
    }
  return [NSString stringWithFormat: @"thrown: %s",
    class_getName(object_getClass(exception))];
}

/* The predicate of a format without arguments. The empty array matters: with
 * predicateWithFormat: alone a stray %@ would read arguments never passed. */
static inline NSPredicate *predicateOf(NSString *format)
{
  return [NSPredicate predicateWithFormat: format
                            argumentArray: [NSArray array]];
}
