// Programs and libraries in ELF: code and constant data, a part for each section.
//
// One more function moves all that follows, and with it every distance between a jump and its target, every
// distance to a constant, and every address in a table. So that the rest of the code stays the same bytes,
// x86 instructions are decoded (Zydis) and distances become zeros; so do the fields that relocations fill.
// Code of other machines is taken with relocated fields blanked only. Sections that consist of addresses
// (tables of symbols, unwinding, dynamic linking, data of which half or more is relocated), the build id and
// debugging information are left out.
#include <Zydis/Zydis.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "extract/types/look_inside.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};

constexpr std::size_t kElfMost = std::size_t{512} << 20;

struct Section {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  bool code = false;
};

// Sections whose bytes are a program's own, and not the linker's.
bool IsData(const std::string& name) {
  return name.starts_with(".rodata") || name.starts_with(".data") || name.starts_with(".tdata");
}

class ElfLook {
 public:
  ElfLook(const Look& look, std::string image) : look_(look), image_(std::move(image)) {
    elf_version(EV_CURRENT);
    elf_.reset(elf_memory(image_.data(), image_.size()));
    if (elf_ == nullptr || elf_kind(elf_.get()) != ELF_K_ELF || gelf_getehdr(elf_.get(), &header_) == nullptr)
      throw Damaged("not an ELF file");
  }

  void Write() {
    ListSections();
    if (wanted_.empty()) throw Damaged("has no sections");
    for (const auto& [number, section] : wanted_) {
      std::string bytes = image_.substr(section.offset, section.size);
      look_.out.budget().Work(bytes.size());
      if (section.code) BlankDistances(bytes);
      // A table of addresses is meaningless without them.
      if (BlankRelocations(number, section, bytes) * 2 >= bytes.size() && !section.code) continue;
      look_.out.Begin(section.name.empty() ? "section" : section.name,
                      section.code ? PartKind::kCode : PartKind::kPayload);
      look_.out.Bytes(bytes);
      look_.out.End();
    }
  }

 private:
  void ListSections() {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf_.get(), &names) != 0) throw Damaged("has no names of sections");
    for (Elf_Scn* scn = nullptr; (scn = elf_nextscn(elf_.get(), scn)) != nullptr;) {
      look_.out.budget().Work(sizeof(GElf_Shdr));
      GElf_Shdr row;
      if (gelf_getshdr(scn, &row) == nullptr) continue;
      const char* name = elf_strptr(elf_.get(), names, row.sh_name);
      if (row.sh_type == SHT_REL || row.sh_type == SHT_RELA) relocations_.push_back(scn);
      if (row.sh_type != SHT_PROGBITS || (row.sh_flags & SHF_ALLOC) == 0 || row.sh_size == 0) continue;
      // Headers may lie.
      if (row.sh_offset > image_.size() || row.sh_size > image_.size() - row.sh_offset) continue;
      Section section = {.name = name == nullptr ? "" : name,
                         .address = row.sh_addr,
                         .offset = row.sh_offset,
                         .size = row.sh_size,
                         .code = (row.sh_flags & SHF_EXECINSTR) != 0};
      // The jumps to other libraries: their order and number are the linker's.
      if (section.code ? section.name.starts_with(".plt") : !IsData(section.name)) continue;
      wanted_.emplace(elf_ndxscn(scn), std::move(section));
    }
  }

  // Distances in jumps, calls, and operands relative to the instruction.
  void BlankDistances(std::string& bytes) const {
    ZydisMachineMode mode = ZYDIS_MACHINE_MODE_LONG_64;
    ZydisStackWidth width = ZYDIS_STACK_WIDTH_64;
    if (header_.e_machine == EM_386) {
      mode = ZYDIS_MACHINE_MODE_LEGACY_32;
      width = ZYDIS_STACK_WIDTH_32;
    } else if (header_.e_machine != EM_X86_64) {
      return;
    }
    ZydisDecoder decoder;
    if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, mode, width))) return;
    ZydisDecodedInstruction instruction;
    for (std::size_t at = 0; at < bytes.size();) {
      if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, nullptr, bytes.data() + at, bytes.size() - at,
                                                      &instruction))) {
        ++at;  // data between the code
        continue;
      }
      const auto& raw = instruction.raw;
      const auto blank = [&](std::size_t offset, std::size_t bits) {
        if (offset + bits / 8 <= instruction.length) std::memset(bytes.data() + at + offset, 0, bits / 8);
      };
      for (const auto& immediate : raw.imm) {
        if (immediate.is_relative) blank(immediate.offset, immediate.size);
      }
      const bool relative = mode == ZYDIS_MACHINE_MODE_LONG_64 && raw.modrm.mod == 0 && raw.modrm.rm == 5;
      if (relative && raw.disp.size == 32) blank(raw.disp.offset, raw.disp.size);
      at += instruction.length;
    }
  }

  // How many bytes a relocation fills, the only thing of it that matters here.
  std::size_t FieldBytes(std::uint64_t type) const {
    if (header_.e_machine == EM_X86_64) {
      switch (type) {
        case R_X86_64_NONE:
        case R_X86_64_COPY:
          return 0;
        case R_X86_64_64:
        case R_X86_64_PC64:
        case R_X86_64_GLOB_DAT:
        case R_X86_64_JUMP_SLOT:
        case R_X86_64_RELATIVE:
        case R_X86_64_IRELATIVE:
        case R_X86_64_DTPMOD64:
        case R_X86_64_DTPOFF64:
        case R_X86_64_TPOFF64:
        case R_X86_64_GOTPCREL64:
          return 8;
        case R_X86_64_16:
        case R_X86_64_PC16:
          return 2;
        case R_X86_64_8:
        case R_X86_64_PC8:
          return 1;
        default:
          return 4;
      }
    }
    return gelf_getclass(elf_.get()) == ELFCLASS64 && header_.e_type != ET_REL ? 8 : 4;
  }

  // In an object file a table of relocations belongs to one section and counts from its start; else places
  // are addresses.
  // Returns how many bytes they fill.
  std::size_t BlankRelocations(std::size_t number, const Section& section, std::string& bytes) {
    std::size_t blanked = 0;
    for (Elf_Scn* scn : relocations_) {
      GElf_Shdr row;
      if (gelf_getshdr(scn, &row) == nullptr || row.sh_entsize == 0) continue;
      const bool object = header_.e_type == ET_REL;
      if (object && row.sh_info != number) continue;
      Elf_Data* data = elf_getdata(scn, nullptr);
      if (data == nullptr) continue;
      const auto count = static_cast<int>(std::min<std::uint64_t>(data->d_size / row.sh_entsize, 1 << 28));
      look_.out.budget().Work(static_cast<std::uint64_t>(count));
      for (int i = 0; i < count; ++i) {
        std::uint64_t place = 0;
        std::uint64_t type = 0;
        if (row.sh_type == SHT_RELA) {
          GElf_Rela relocation;
          if (gelf_getrela(data, i, &relocation) == nullptr) break;
          place = relocation.r_offset;
          type = GELF_R_TYPE(relocation.r_info);
        } else {
          GElf_Rel relocation;
          if (gelf_getrel(data, i, &relocation) == nullptr) break;
          place = relocation.r_offset;
          type = GELF_R_TYPE(relocation.r_info);
        }
        const std::uint64_t at = object ? place : place - section.address;
        const std::size_t field = FieldBytes(type);
        if (at >= bytes.size() || field > bytes.size() - at) continue;
        std::memset(bytes.data() + static_cast<std::size_t>(at), 0, field);
        blanked += field;
      }
    }
    return blanked;
  }

  const Look& look_;
  std::string image_;
  std::unique_ptr<Elf, EndElf> elf_;
  GElf_Ehdr header_ = {};
  std::map<std::size_t, Section> wanted_;  // by number
  std::vector<Elf_Scn*> relocations_;
};

}  // namespace

void ExtractElf(const Look& look) {
  if (look.source.size() > kElfMost) throw LimitReached("too large to look into");
  std::string image(static_cast<std::size_t>(look.source.size()), '\0');
  image.resize(look.source.ReadAt(0, image));
  ElfLook(look, std::move(image)).Write();
}

}  // namespace kindred::extract
