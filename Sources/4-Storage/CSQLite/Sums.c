#include "CSQLite.h"
#include <math.h>

// SQLite before 3.43 adds floating-point numbers, and integers for their average, without keeping what a sum
// loses: 1e16 + 1 - 1e16 is 0. These are the sums of `SummaryFold`: exact of integers, compensated
// (https://en.wikipedia.org/wiki/Kahan_summation_algorithm, Neumaier's variant) of others.

// SQLite's memory is aligned to eight bytes.
typedef __int128 Whole __attribute__((aligned(8)));

typedef struct {
    Whole whole;
    double real, lost;
    sqlite3_int64 count;
    int has_real;
} Sum;

static void add(Sum *sum, double number) {
    double next = sum->real + number;
    if (isfinite(next))
        sum->lost += fabs(sum->real) >= fabs(number) ? (sum->real - next) + number : (number - next) + sum->real;
    sum->real = next;
}

static void move(sqlite3_context *context, sqlite3_value *value, int sign) {
    Sum *sum = sqlite3_aggregate_context(context, sizeof(Sum));
    int type = sqlite3_value_numeric_type(value);
    if (!sum || type == SQLITE_NULL) return;
    sum->count += sign;
    if (type == SQLITE_INTEGER) {
        sum->whole += sign * (__int128)sqlite3_value_int64(value);
    } else {
        // Once there was one, the sum is a floating-point number: so it is in SQLite's own.
        sum->has_real = 1;
        add(sum, sign * sqlite3_value_double(value));
    }
}

static void step(sqlite3_context *context, int count, sqlite3_value **values) { move(context, values[0], 1); }
static void inverse(sqlite3_context *context, int count, sqlite3_value **values) { move(context, values[0], -1); }

static double total(const Sum *sum) { return (double)sum->whole + (sum->real + sum->lost); }

static void give_sum(sqlite3_context *context) {
    Sum *sum = sqlite3_aggregate_context(context, 0);
    if (!sum || sum->count == 0) return;
    if (sum->has_real)
        sqlite3_result_double(context, total(sum));
    else if (sum->whole < INT64_MIN || sum->whole > INT64_MAX)
        sqlite3_result_error(context, "integer overflow", -1);
    else
        sqlite3_result_int64(context, (sqlite3_int64)sum->whole);
}

static void give_average(sqlite3_context *context) {
    Sum *sum = sqlite3_aggregate_context(context, 0);
    if (!sum || sum->count == 0) return;
    sqlite3_result_double(context, total(sum) / (double)sum->count);
}

int quarry_sqlite_add_sums(sqlite3 *database) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    int result = sqlite3_create_window_function(
        database, "sum", 1, flags, 0, step, give_sum, give_sum, inverse, 0);
    if (result != SQLITE_OK) return result;
    return sqlite3_create_window_function(
        database, "avg", 1, flags, 0, step, give_average, give_average, inverse, 0);
}
