/* relay JOURNAL|- COMMAND…: what a tee costs at least. Reads, appends to a journal if one is named, writes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

int main(int count, char **words) {
    if (count < 3) return 2;
    int journal = strcmp(words[1], "-") ? open(words[1], O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) return 3;
    pid_t agent = fork();
    if (agent == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execvp(words[2], words + 2);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    struct pollfd from[2] = {{0, POLLIN, 0}, {out[0], POLLIN, 0}};
    int to[2] = {in[1], 1};
    static char bytes[65536];
    while (from[1].fd >= 0) {
        if (poll(from, 2, -1) < 0 && errno != EINTR) return 3;
        for (int i = 0; i < 2; i++) {
            if (from[i].fd < 0 || !from[i].revents) continue;
            ssize_t n = read(from[i].fd, bytes, sizeof bytes);
            if (n <= 0) {
                close(to[i]);
                from[i].fd = -1;
                continue;
            }
            if (journal >= 0) {
                struct timespec t;
                clock_gettime(CLOCK_MONOTONIC, &t);
                struct {
                    uint64_t at;
                    uint32_t stream, size;
                } head = {(uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec, (uint32_t)i, (uint32_t)n};
                struct iovec record[2] = {{&head, sizeof head}, {bytes, (size_t)n}};
                if (writev(journal, record, 2) < 0) return 5;
            }
            write_all(to[i], bytes, (size_t)n);
        }
    }
    int status;
    waitpid(agent, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
