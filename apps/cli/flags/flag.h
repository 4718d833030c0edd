// Flags, and the tables they come in. From its table come a command's parser, --help, manual page,
// completions and suggestions, so that they cannot disagree.
//
// A table belongs to the struct that its flags fill in. A group of flags that several commands take is such a
// struct; a command's own struct contains the groups it takes, and joins their tables with its own flags:
//
//   struct ServeFlags {
//     IndexFlags index;  // has its own Table()
//     bool once = false;
//     static FlagTable<ServeFlags> Table() {
//       return Join(InSection<ServeFlags>({"What serve does"},
//                                         {{.name = "once",
//                                           .help = "Answer one request, then end.",
//                                           .apply = [](ServeFlags& to, Text, Text) { to.once = true; }}}),
//                   &ServeFlags::index);
//     }
//   };
//
// FlagOf<To> is for writing a flag down, with the type of what it sets. Tables keep a Flag, which is the same
// for all types, so that the code for tables exists once. Types are erased here and in command.h, and nowhere
// else.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "flags/sections.h"

namespace kindred::cli {

using Text = const std::string&;  // keeps the tables short

enum class Completion { kNone, kFile, kDirectory };

// The default below is a function because GCC 12 crashes on `= {}` there.
inline std::vector<std::string> NoValues() { return {}; }

// A flag that sets something in a `To`.
template <typename To>
struct FlagOf {
  Section section = {};         // where the table does not name one for all of its flags
  const char* name;             // without the dashes
  char letter = 0;              // 0: none
  const char* value = nullptr;  // the placeholder in the help; nullptr: a switch
  const char* help;
  const char* default_text = "";                 // for the help; empty: not shown
  std::vector<std::string> values = NoValues();  // possible values or good examples, for completion
  Completion completion = Completion::kNone;
  bool repeatable = false;
  // Sets the value (empty for a switch); `flag` is "--name", for errors.
  void (*apply)(To& to, Text flag, Text value);
};

// The same whatever it sets. `to` is the struct that the flag's table belongs to.
struct Flag {
  Section section;
  const char* name;
  char letter;
  const char* value;
  const char* help;
  const char* default_text;
  std::vector<std::string> values;
  Completion completion;
  bool repeatable;
  std::function<void(void* to, Text flag, Text value)> apply;
};

// Flags that set something in a `To`.
template <typename To>
struct FlagTable {
  std::vector<Flag> flags;
};

// Appends the flags of a part of a struct; `way` leads from the struct to the part.
void AppendPart(const std::vector<Flag>& part, const std::function<void*(void*)>& way,
                std::vector<Flag>* flags);

// Puts flags in the order of completions; those of a section stay in their order.
void SortBySection(std::vector<Flag>* flags);

// A table of the flags, all in `section` unless they name another one themselves.
template <typename To>
FlagTable<To> InSection(const Section& section, std::initializer_list<FlagOf<To>> flags) {
  FlagTable<To> table;
  for (const FlagOf<To>& flag : flags) {
    auto apply = [apply = flag.apply](void* to, Text name, Text value) {
      apply(*static_cast<To*>(to), name, value);
    };
    table.flags.push_back({*flag.section.title == '\0' ? section : flag.section, flag.name, flag.letter,
                           flag.value, flag.help, flag.default_text, flag.values, flag.completion,
                           flag.repeatable, apply});
  }
  return table;
}

// A command's own flags and those of the groups that are members of its struct.
template <typename To, typename... Groups>
FlagTable<To> Join(FlagTable<To> own, Groups To::*... groups) {
  (AppendPart(
       Groups::Table().flags, [groups](void* to) -> void* { return &(static_cast<To*>(to)->*groups); },
       &own.flags),
   ...);
  return own;
}

}  // namespace kindred::cli
