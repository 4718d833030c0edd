// Runs a part of a test in a separate process, for what cannot be undone: dropped privileges, limits.
#pragma once

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

namespace kindred {

// Expectations that fail in the child are printed there and fail the test here.
inline void RunInChild(const std::function<void()>& body) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    body();
    std::fflush(nullptr);
    ::_exit(testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) << "status " << status;
}

// Runs the body as a user who is not root: for root everything is permitted.
inline void RunWithoutPrivileges(const std::function<void()>& body) {
  if (::geteuid() != 0) return body();
  RunInChild([&] {
    constexpr uid_t kNobody = 65534;
    ASSERT_EQ(::setgroups(0, nullptr), 0);
    ASSERT_EQ(::setgid(kNobody), 0);
    ASSERT_EQ(::setuid(kNobody), 0);
    body();
  });
}

}  // namespace kindred
