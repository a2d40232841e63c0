/* filter FILTERS [OBJECTS [REPEATS]]
 *
 * Builds OBJECTS dictionaries (1,000,000 if not given) from the generator that
 * README.md defines, then filters them with each predicate of the file and
 * prints one line of JSON for each:
 *
 *   {"format":"...","objects":n,"matches":m,
 *    "nanosecondsPerObject":x,"filteredArrayNanosecondsPerObject":y}
 *
 * The first figure is a loop of evaluateWithObject: that drains its autorelease
 * pool every 1,024 objects, as a program that minds its memory would write it;
 * the second is filteredArrayUsingPredicate:, whose temporary objects all live
 * until it is done (draining them is inside the figure). Each is the
 * best of REPEATS (3) runs. A format that raises answers
 *
 *   {"format":"...","refused":"reason"}
 *
 * Every predicate runs in a process forked from the one that built the
 * objects, so one that crashes costs its own line only.
 */
#include "support.h"
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *names[16] = {
  "Alice", "Bob", "Anna", "Carlos", "Diana", "andrew", "Ethan", "Fatima",
  "Ágnes", "Hannah", "Ivan", "Julia", "Kenji", "Liam", "Maria", "Zoë"
};

static const char *cities[8] = {
  "Paris", "Lima", "Berlin", "Tokyo", "Nairobi", "Oslo", "Toronto", "Mumbai"
};

static uint64_t state = 42;

static uint64_t next(void)
{
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return state >> 33;
}

static NSArray *makeObjects(NSUInteger count)
{
  NSMutableArray *objects = [[NSMutableArray alloc] initWithCapacity: count];
  NSString *keys[4] = {
    [[NSString alloc] initWithUTF8String: "name"],
    [[NSString alloc] initWithUTF8String: "age"],
    [[NSString alloc] initWithUTF8String: "score"],
    [[NSString alloc] initWithUTF8String: "city"]
  };
  NSString *nameOf[16];
  NSString *cityOf[8];
  NSUInteger i;

  // Heap strings, as text read from a file or a database is, and not the
  // compiler's constant strings, which are another class with other costs.
  for (i = 0; i < 16; i++)
    {
      nameOf[i] = [[NSString alloc] initWithUTF8String: names[i]];
    }
  for (i = 0; i < 8; i++)
    {
      cityOf[i] = [[NSString alloc] initWithUTF8String: cities[i]];
    }
  for (i = 0; i < count; i++)
    {
      // The order of these four statements is part of the definition.
      NSString *name = nameOf[next() % 16];
      int age = next() % 100;
      double score = (next() % 10000) / 100.0;
      NSString *city = cityOf[next() % 8];
      id values[4] = {
        name,
        [[NSNumber alloc] initWithInt: age],
        [[NSNumber alloc] initWithDouble: score],
        city
      };
      NSDictionary *object = [[NSDictionary alloc] initWithObjects: values
                                                           forKeys: keys
                                                             count: 4];

      [values[1] release];
      [values[2] release];
      [objects addObject: object];
      [object release];
    }
  return objects;
}

static NSUInteger countMatches(NSPredicate *predicate, NSArray *objects)
{
  NSUInteger count = [objects count];
  NSUInteger matches = 0;
  NSUInteger i = 0;

  while (i < count)
    {
      NSAutoreleasePool *pool = [NSAutoreleasePool new];
      NSUInteger end = i + 1024 < count ? i + 1024 : count;

      for (; i < end; i++)
        {
          matches += [predicate evaluateWithObject: [objects objectAtIndex: i]] != NO;
        }
      [pool release];
    }
  return matches;
}

static NSUInteger countFiltered(NSPredicate *predicate, NSArray *objects)
{
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSUInteger matches = [[objects filteredArrayUsingPredicate: predicate] count];

  [pool release];
  return matches;
}

static double best(NSUInteger (*run)(NSPredicate *, NSArray *),
  NSPredicate *predicate, NSArray *objects, int repeats, NSUInteger *matches)
{
  double shortest = INFINITY;

  // Once unmeasured: the fork's pages are copied as reference counts change.
  *matches = run(predicate, objects);
  while (repeats-- > 0)
    {
      double start = secondsNow();
      double elapsed;

      run(predicate, objects);
      elapsed = secondsNow() - start;
      shortest = elapsed < shortest ? elapsed : shortest;
    }
  return shortest / [objects count] * 1e9;
}

static void measure(NSString *format, NSArray *objects, int repeats)
{
  NSAutoreleasePool *pool = [NSAutoreleasePool new];

  @try
    {
      NSPredicate *predicate = predicateOf(format);
      NSUInteger matches = 0;
      NSUInteger filtered = 0;
      double loop = best(countMatches, predicate, objects, repeats, &matches);
      double filter = best(countFiltered, predicate, objects, repeats, &filtered);

      printf("{\"format\":");
      writeJSONString(stdout, format);
      printf(",\"objects\":%lu,\"matches\":%lu,\"nanosecondsPerObject\":%.1f,"
        "\"filteredArrayNanosecondsPerObject\":%.1f}\n",
        (unsigned long)[objects count], (unsigned long)matches, loop, filter);
      if (matches != filtered)
        {
          fprintf(stderr, "the two ways disagree: %lu and %lu\n",
            (unsigned long)matches, (unsigned long)filtered);
        }
    }
  @catch (id exception)
    {
      printf("{\"format\":");
      writeJSONString(stdout, format);
      printf(",\"refused\":");
      writeJSONString(stdout, reasonOf(exception));
      printf("}\n");
    }
  fflush(stdout);
  [pool release];
}

int main(int argc, char **argv)
{
  NSAutoreleasePool *outer = [NSAutoreleasePool new];
  long count = argc > 2 ? atol(argv[2]) : 1000000;
  int repeats = argc > 3 ? atoi(argv[3]) : 3;
  NSArray *formats;
  NSArray *objects;
  NSUInteger i;

  if (argc < 2 || argc > 4 || count < 1 || repeats < 1)
    {
      fprintf(stderr, "usage: filter FILTERS [OBJECTS [REPEATS]]\n");
      return 2;
    }
  formats = linesOfFile(argv[1]);
  objects = makeObjects(count);

  for (i = 0; i < [formats count]; i++)
    {
      NSString *format = [formats objectAtIndex: i];
      int status = 0;
      pid_t child;

      fflush(stdout);
      child = fork();
      if (child < 0)
        {
          perror("fork");
          return 2;
        }
      if (child == 0)
        {
          measure(format, objects, repeats);
          _exit(0);
        }
      waitpid(child, &status, 0);
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        {
          printf("{\"format\":");
          writeJSONString(stdout, format);
          printf(",\"refused\":\"crash\"}\n");
        }
    }
  fflush(stdout);
  [outer release];
  return 0;
}
