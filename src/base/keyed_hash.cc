// See keyed_hash.h.
#include "base/keyed_hash.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <string>

#include "kindred/error.h"

namespace kindred::base {

namespace {

struct FreeMac {
  void operator()(EVP_MAC* mac) const { EVP_MAC_free(mac); }
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};

void Want(bool worked) {
  if (!worked) throw Error(ErrorKind::kFailed, "OpenSSL cannot compute HMAC-SHA-256");
}

}  // namespace

struct KeyedHash::State {
  std::unique_ptr<EVP_MAC, FreeMac> mac;
  std::unique_ptr<EVP_MAC_CTX, FreeMac> context;
};

KeyedHash::KeyedHash(std::span<const std::uint8_t> key) : state_(std::make_unique<State>()) {
  state_->mac.reset(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
  Want(state_->mac != nullptr);
  state_->context.reset(EVP_MAC_CTX_new(state_->mac.get()));
  Want(state_->context != nullptr);
  std::string digest = "SHA256";
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), digest.size()),
      OSSL_PARAM_construct_end()};
  Want(EVP_MAC_init(state_->context.get(), key.data(), key.size(), parameters) == 1);
}

KeyedHash::~KeyedHash() = default;
KeyedHash::KeyedHash(KeyedHash&&) noexcept = default;
KeyedHash& KeyedHash::operator=(KeyedHash&&) noexcept = default;

KeyedHash::Value KeyedHash::Of(std::span<const std::uint8_t> message) const {
  Value value{};
  std::size_t length = 0;
  EVP_MAC_CTX* const context = state_->context.get();
  // Without a key: restarts with the key set before.
  Want(EVP_MAC_init(context, nullptr, 0, nullptr) == 1 &&
       EVP_MAC_update(context, message.data(), message.size()) == 1 &&
       EVP_MAC_final(context, value.data(), &length, value.size()) == 1 && length == value.size());
  return value;
}

}  // namespace kindred::base
