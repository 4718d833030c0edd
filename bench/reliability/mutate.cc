// reliability_mutate DIRECTORY SEED [MICROSECONDS]: changes a tree until its standard input ends, then prints
// how many changes it made. The tree is its root directory, so that no link in it leads its calls anywhere
// else.
#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "tests/hostile/mutator.h"

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: reliability_mutate DIRECTORY SEED [MICROSECONDS]\n", stderr);
    return 2;
  }
  // A namespace of users gives those who are not root the right to change their root directory.
  if (::geteuid() != 0 && ::unshare(CLONE_NEWUSER) != 0) std::perror("reliability_mutate: unshare");
  if (::chdir(arguments[1]) != 0 || ::chroot(".") != 0) {
    std::perror("reliability_mutate: chroot");
    return 1;
  }
  kindred::Mutator::Options options;
  options.links_anywhere = true;
  options.pause = std::chrono::microseconds(count > 3 ? std::atoi(arguments[3]) : 0);
  const kindred::Mutator mutator("", static_cast<unsigned>(std::atoi(arguments[2])), options);
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) > 0) {
  }
  std::printf("%llu\n", static_cast<unsigned long long>(mutator.changes()));
}
