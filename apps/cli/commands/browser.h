// Opens an address in the user's browser.
#pragma once

#include <string>

namespace kindred::cli {

// Whether there is a display that a browser could open a window on.
bool HasDisplay();

// The address is secret, and every user of the machine can read the arguments of programs. So xdg-open gets
// the name of a file that only this user can read and that leads to the address; this object deletes it.
// If there is no xdg-open, nothing happens: the address is on standard output.
class OpenedPage {
 public:
  // An empty address: nothing is opened.
  explicit OpenedPage(const std::string& address);
  ~OpenedPage();
  OpenedPage(const OpenedPage&) = delete;
  OpenedPage& operator=(const OpenedPage&) = delete;

 private:
  std::string file_;  // empty: none
};

}  // namespace kindred::cli
