/* Both ends of a tee under test: a Client and an Agent that check every byte they get.
 *
 *   ends agent echo SIZE            answers each request of SIZE bytes with a response of SIZE bytes
 *   ends agent stream COUNT SIZE    after one request, COUNT session updates of SIZE bytes, one write each, then a response
 *   ends agent paced COUNT SIZE     the same, 20,000 lines a second
 *   ends agent first                one line at once, then waits for the end of its stdin
 *   ends client ping COUNT SIZE     COUNT round trips; prints their nanoseconds, then "errors N"
 *   ends client stream COUNT SIZE   one request, then COUNT session updates; prints "nanoseconds N", "lines N", "errors N"
 *   ends spin CPU                   keeps a core out of idle states, at the lowest priority, until killed
 *
 * A client writes its figures to the file that BENCH_CLIENT names, an agent the count of wrong lines and its own CPU time
 * to BENCH_AGENT.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_NUMBER = 1000000000 }; /* ten digits, so that every line of a run has one length */

typedef struct {
    char *bytes;
    size_t size, number_at;
} Template;

static FILE *figures(const char *variable) {
    const char *path = getenv(variable);
    FILE *file = fopen(path ? path : "/dev/null", "w");
    if (!file) _exit(5);
    return file;
}

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void write_all(int fd, const char *bytes, size_t size) {
    while (size) {
        ssize_t done = write(fd, bytes, size);
        if (done < 0) {
            if (errno == EINTR) continue;
            _exit(4);
        }
        bytes += done;
        size -= (size_t)done;
    }
}

static Template make(const char *before_number, const char *before_text, const char *after, size_t size) {
    static const char words[] = "the agent writes another few words of its answer here ";
    Template line = {malloc(size), size, strlen(before_number)};
    size_t at = line.number_at + 10, end = size - strlen(after);
    memcpy(line.bytes, before_number, line.number_at);
    memcpy(line.bytes + at, before_text, strlen(before_text));
    at += strlen(before_text);
    for (size_t i = 0; at < end; i++) line.bytes[at++] = words[i % (sizeof words - 1)];
    memcpy(line.bytes + end, after, strlen(after));
    return line;
}

static Template request_line(size_t size) {
    return make("{\"jsonrpc\":\"2.0\",\"id\":", ",\"method\":\"session/set_mode\",\"params\":{\"sessionId\":\"bench\",\"modeId\":\"",
                "\"}}\n", size);
}

static Template response_line(size_t size) {
    return make("{\"jsonrpc\":\"2.0\",\"id\":", ",\"result\":{\"_meta\":{\"text\":\"", "\"}}}\n", size);
}

static Template update_line(size_t size) {
    return make("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"bench\",\"update\":{\"sessionUpdate\":"
                "\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"",
                " ", "\"}}}}\n", size);
}

static void set_number(Template *line, long number) {
    number += FIRST_NUMBER;
    for (int digit = 9; digit >= 0; digit--) {
        line->bytes[line->number_at + (size_t)digit] = (char)('0' + number % 10);
        number /= 10;
    }
}

/* Reads `size` bytes or fewer at the end of the stream. */
static size_t read_all(int fd, char *bytes, size_t size) {
    size_t got = 0;
    while (got < size) {
        ssize_t n = read(fd, bytes + got, size - got);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        got += (size_t)n;
    }
    return got;
}

static void drain(int fd) {
    char rest[65536];
    while (read(fd, rest, sizeof rest) > 0) {}
}

static int agent(int count, char **words) {
    long errors = 0;
    if (!strcmp(words[0], "first")) {
        static const char line[] = "{\"jsonrpc\":\"2.0\",\"method\":\"_first\"}\n";
        write_all(1, line, sizeof line - 1);
        drain(0);
    } else if (!strcmp(words[0], "echo")) {
        size_t size = (size_t)atol(words[1]);
        Template expected = request_line(size), answer = response_line(size);
        char *got = malloc(size);
        for (long i = 0;; i++) {
            size_t n = read_all(0, got, size);
            if (n == 0) break;
            set_number(&expected, i);
            set_number(&answer, i);
            if (n != size || memcmp(got, expected.bytes, size)) errors++;
            write_all(1, answer.bytes, size);
        }
    } else if (count == 3) {
        long lines = atol(words[1]);
        int paced = !strcmp(words[0], "paced");
        Template update = update_line((size_t)atol(words[2])), asked = request_line(200), answer = response_line(200);
        char got[200];
        set_number(&asked, 0);
        set_number(&answer, 0);
        if (read_all(0, got, sizeof got) != sizeof got || memcmp(got, asked.bytes, sizeof got)) errors++;
        uint64_t start = now();
        for (long i = 0; i < lines; i++) {
            set_number(&update, i);
            write_all(1, update.bytes, update.size);
            if (paced) {
                uint64_t due = start + (uint64_t)i * 50000u;
                struct timespec at = {(time_t)(due / 1000000000u), (long)(due % 1000000000u)};
                clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, 0);
            }
        }
        write_all(1, answer.bytes, answer.size);
        drain(0);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    FILE *out = figures("BENCH_AGENT");
    fprintf(out, "errors %ld\ncpu %.6f\n", errors,
            (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
    fclose(out);
    return 0;
}

static int client(char **words) {
    long count = atol(words[1]), errors = 0;
    size_t size = (size_t)atol(words[2]);
    FILE *out = figures("BENCH_CLIENT");
    if (!strcmp(words[0], "ping")) {
        long warm_up = count / 20 + 20;
        Template ask = request_line(size), expected = response_line(size);
        char *got = malloc(size);
        uint64_t *took = malloc(sizeof *took * (size_t)count);
        for (long i = -warm_up; i < count; i++) {
            set_number(&ask, i + warm_up);
            set_number(&expected, i + warm_up);
            uint64_t before = now();
            write_all(1, ask.bytes, size);
            size_t n = read_all(0, got, size);
            if (i >= 0) took[i] = now() - before;
            if (n != size || memcmp(got, expected.bytes, size)) errors++;
            if (n == 0) break;
        }
        for (long i = 0; i < count; i++) fprintf(out, "%lu\n", (unsigned long)took[i]);
    } else {
        Template ask = request_line(200), expected = update_line(size), answer = response_line(200);
        size_t at = 0;
        long lines = 0;
        static char got[1 << 20];
        set_number(&ask, 0);
        set_number(&expected, 0);
        set_number(&answer, 0);
        uint64_t before = now();
        write_all(1, ask.bytes, ask.size);
        for (int done = 0; !done;) {
            ssize_t n = read(0, got, sizeof got);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) break;
            for (char *p = got; n > 0;) {
                Template *due = lines < count ? &expected : &answer;
                size_t step = due->size - at < (size_t)n ? due->size - at : (size_t)n;
                if (memcmp(p, due->bytes + at, step)) errors++;
                p += step;
                at += step;
                n -= (ssize_t)step;
                if (at == due->size) {
                    at = 0;
                    if (lines == count) {
                        done = 1;
                        if (n > 0) errors++;
                        break;
                    }
                    set_number(&expected, ++lines);
                }
            }
        }
        fprintf(out, "nanoseconds %lu\nlines %ld\n", (unsigned long)(now() - before), lines);
    }
    fprintf(out, "errors %ld\n", errors);
    fclose(out);
    close(1);
    drain(0);
    return 0;
}

static int spin(int cpu) {
    struct sched_param lowest = {0};
    cpu_set_t one;
    sched_setscheduler(0, SCHED_IDLE, &lowest);
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {}
    return 0;
}

int main(int count, char **words) {
    if (count >= 3 && !strcmp(words[1], "agent")) return agent(count - 2, words + 2);
    if (count == 5 && !strcmp(words[1], "client")) return client(words + 2);
    if (count == 3 && !strcmp(words[1], "spin")) return spin(atoi(words[2]));
    return 2;
}
