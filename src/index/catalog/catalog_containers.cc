// What is inside contents: the tables `containers` and `part_of`, read and written.
#include <algorithm>

#include "index/catalog/catalog_view.h"
#include "index/catalog/catalog_writer.h"

namespace kindred::index {

bool CatalogView::HasContainers() {
  if (!has_containers_) {
    has_containers_ = container_tables_.With().Step();
    if (*has_containers_) container_tables_.Step();  // to its end
  }
  return *has_containers_;
}

StoredContainer CatalogView::ContainerIn(Statement& row) {
  StoredContainer container;
  container.content = static_cast<ContentId>(row.Number(0));
  container.type = static_cast<std::uint8_t>(row.Number(1));
  container.rules = row.Number(2);
  container.outcome = static_cast<std::uint8_t>(row.Number(3));
  container.reason = row.Text(4);
  if (row.Number(0) >= next_content_ || !UnpackParts(row.Blob(5), &container.parts) ||
      std::ranges::any_of(container.parts,
                          [&](const StoredPart& part) { return part.content >= next_content_; })) {
    database_.ThrowDamaged("the parts of content " + std::to_string(row.Number(0)) + " are invalid");
  }
  return container;
}

std::vector<StoredContainer> CatalogView::AllContainers() {
  std::vector<StoredContainer> containers;
  if (!HasContainers()) return containers;
  all_containers_.With();
  while (all_containers_.Step()) containers.push_back(ContainerIn(all_containers_));
  return containers;
}

std::optional<StoredContainer> CatalogView::FindContainer(ContentId content) {
  if (!HasContainers() || !container_.With(content).Step()) return std::nullopt;
  return ContainerIn(container_);
}

std::vector<std::pair<ContentId, ContentId>> CatalogView::AllPartsOf() {
  std::vector<std::pair<ContentId, ContentId>> parts;
  if (!HasContainers()) return parts;
  all_parts_of_.With();
  while (all_parts_of_.Step()) {
    parts.emplace_back(static_cast<ContentId>(all_parts_of_.Number(0)),
                       static_cast<ContentId>(all_parts_of_.Number(1)));
  }
  return parts;
}

void CatalogView::AppendPartPaths(std::span<const ContentId> wanted, std::vector<ContentPath>* paths) {
  if (!HasContainers()) return;
  std::vector<ContentId> containers;
  for (const ContentId part : wanted) {
    containers_of_.With(part);
    while (containers_of_.Step()) containers.push_back(static_cast<ContentId>(containers_of_.Number(0)));
  }
  if (containers.empty()) return;
  std::ranges::sort(containers);
  containers.erase(std::unique(containers.begin(), containers.end()), containers.end());
  std::vector<ContentPath> of_containers = PathsOfEntries(containers);
  std::ranges::sort(of_containers, {}, &ContentPath::content);
  for (const ContentId id : containers) {
    const std::optional<StoredContainer> container = FindContainer(id);
    if (!container) database_.ThrowDamaged("a container is missing");
    for (const ContentPath& file : std::ranges::equal_range(of_containers, id, {}, &ContentPath::content)) {
      for (const StoredPart& part : container->parts) {
        if (std::ranges::binary_search(wanted, part.content))
          paths->push_back({part.content, PartPath(file.path, part.name), file.mtime_ns});
      }
    }
  }
}

void ContainerChanges::Remove(const StoredContainer& container) {
  for (const StoredPart& part : container.parts) remove_part_.With(part.content, container.content).Run();
  remove_.With(container.content).Run();
}

void ContainerChanges::Put(const StoredContainer& container) {
  if (const auto before = view_.FindContainer(container.content)) {
    if (*before == container) return;
    Remove(*before);
  }
  put_.With(container.content, container.type, container.rules, container.outcome, container.reason,
            PackParts(container.parts))
      .Run();
  for (const StoredPart& part : container.parts) put_part_.With(part.content, container.content).Run();
}

std::vector<ContentId> ContainerChanges::DropDead() {
  std::vector<ContentId> parts;
  std::vector<Occurrence> occurrences;
  std::uint64_t row = ~std::uint64_t{0};
  for (const StoredContainer& container : view_.AllContainers()) {
    if (ContentRow(container.content) != row) {
      row = ContentRow(container.content);
      occurrences = view_.OccurrencesInRow(row);
    }
    if (!std::ranges::binary_search(occurrences, container.content, {}, &Occurrence::content)) {
      Remove(container);
      continue;
    }
    for (const StoredPart& part : container.parts) parts.push_back(part.content);
  }
  std::ranges::sort(parts);
  return parts;
}

}  // namespace kindred::index
