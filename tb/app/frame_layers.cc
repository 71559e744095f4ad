// SPDX-License-Identifier: Apache-2.0
#include "tb/app/frame_layers.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

namespace rnic::app {
namespace {

using Json = nlohmann::ordered_json;

Field decimal(std::string_view name, std::uint64_t value) {
  return {.name = name, .kind = Field::Kind::kDecimal, .number = value};
}

// `digits`: as wide as the field.
Field hexadecimal(std::string_view name, std::uint64_t value, int digits) {
  return {.name = name, .kind = Field::Kind::kHexadecimal, .number = value, .digits = digits};
}

Field flag(std::string_view name, bool value) {
  return {.name = name, .kind = Field::Kind::kFlag, .number = value ? 1u : 0u};
}

Field text(std::string_view name, std::string value) {
  return {.name = name, .kind = Field::Kind::kText, .text = std::move(value)};
}

Layer layer_of(const model::EthernetHeader& ethernet) {
  return {"ethernet",
          {text("destination", model::format_mac(ethernet.destination)),
           text("source", model::format_mac(ethernet.source)),
           hexadecimal("ether_type", ethernet.ether_type, 4)}};
}

Layer layer_of(const model::VlanTag& tag) {
  return {"vlan",
          {hexadecimal("tpid", tag.tpid, 4), decimal("pcp", tag.pcp()), flag("dei", tag.dei()),
           decimal("vid", tag.vid())}};
}

Layer layer_of(const model::Ipv4Header& ip) {
  return {
      "ip",
      {decimal("version", ip.version), decimal("ihl", ip.ihl),
       decimal("dscp", model::dscp_of(ip.traffic_class)),
       decimal("ecn", model::ecn_of(ip.traffic_class)), decimal("total_length", ip.total_length),
       hexadecimal("identification", ip.identification, 4), flag("reserved_flag", ip.reserved_flag),
       flag("dont_fragment", ip.dont_fragment), flag("more_fragments", ip.more_fragments),
       decimal("fragment_offset", ip.fragment_offset), decimal("time_to_live", ip.time_to_live),
       decimal("protocol", ip.protocol), hexadecimal("header_checksum", ip.header_checksum, 4),
       text("source", model::format_ip(ip.source)),
       text("destination", model::format_ip(ip.destination))}};
}

Layer layer_of(const model::Ipv6Header& ip) {
  return {
      "ip",
      {decimal("version", ip.version), decimal("dscp", model::dscp_of(ip.traffic_class)),
       decimal("ecn", model::ecn_of(ip.traffic_class)), hexadecimal("flow_label", ip.flow_label, 5),
       decimal("payload_length", ip.payload_length), decimal("next_header", ip.next_header),
       decimal("hop_limit", ip.hop_limit), text("source", model::format_ip(ip.source)),
       text("destination", model::format_ip(ip.destination))}};
}

Layer layer_of(const model::UdpHeader& udp) {
  return {
      "udp",
      {decimal("source_port", udp.source_port), decimal("destination_port", udp.destination_port),
       decimal("length", udp.length), hexadecimal("checksum", udp.checksum, 4)}};
}

Layer layer_of(const model::BthHeader& bth) {
  Layer layer{"bth", {hexadecimal("opcode", bth.opcode, 2)}};
  if (const model::OpcodeInfo* info = model::find_opcode(bth.opcode)) {
    layer.fields.push_back(text("opcode_name", std::string(info->name)));
  }
  const std::initializer_list<Field> rest = {flag("solicited", bth.solicited),
                                             flag("migreq", bth.mig_req),
                                             decimal("pad_count", bth.pad_count),
                                             decimal("tver", bth.transport_version),
                                             hexadecimal("pkey", bth.pkey, 4),
                                             flag("fecn", bth.fecn),
                                             flag("becn", bth.becn),
                                             hexadecimal("reserved6", bth.reserved6, 2),
                                             hexadecimal("dest_qp", bth.dest_qp, 6),
                                             flag("ackreq", bth.ack_request),
                                             hexadecimal("reserved7", bth.reserved7, 2),
                                             hexadecimal("psn", bth.psn, 6)};
  layer.fields.insert(layer.fields.end(), rest);
  return layer;
}

Layer layer_of(const model::Deth& deth) {
  return {"deth",
          {hexadecimal("qkey", deth.queue_key, 8), hexadecimal("reserved", deth.reserved, 2),
           hexadecimal("source_qp", deth.source_qp, 6)}};
}

Layer layer_of(const model::Reth& reth) {
  return {"reth",
          {hexadecimal("va", reth.virtual_address, 16), hexadecimal("rkey", reth.remote_key, 8),
           decimal("dmalen", reth.dma_length)}};
}

Layer layer_of(const model::AtomicEth& atomic) {
  return {"atomic_eth",
          {hexadecimal("va", atomic.virtual_address, 16), hexadecimal("rkey", atomic.remote_key, 8),
           hexadecimal("swap_or_add", atomic.swap_or_add, 16),
           hexadecimal("compare", atomic.compare, 16)}};
}

Layer layer_of(const model::Aeth& aeth) {
  Layer layer{
      "aeth",
      {hexadecimal("syndrome", aeth.syndrome, 2),
       text("syndrome_name", std::string(model::name_of(aeth.kind()))), decimal("msn", aeth.msn)}};
  if (aeth.kind() == model::SyndromeKind::kAck) {
    layer.fields.push_back(decimal("credits", aeth.value()));
  } else if (aeth.kind() == model::SyndromeKind::kRnrNak) {
    layer.fields.push_back(decimal("timer", aeth.value()));
  }
  return layer;
}

Layer layer_of(const model::AtomicAckEth& atomic) {
  return {"atomic_ack_eth", {hexadecimal("original", atomic.original, 16)}};
}

Layer layer_of(const model::ImmDt& immediate) {
  return {"imm_dt", {hexadecimal("data", immediate.data, 8)}};
}

Layer layer_of(const model::Ieth& ieth) {
  return {"ieth", {hexadecimal("rkey", ieth.remote_key, 8)}};
}

Layer layer_of(const model::CnpReserved& reserved) {
  return {"cnp_reserved", {text("bytes", fmt::format("{:02x}", fmt::join(reserved.bytes, "")))}};
}

Json value_of(const Field& field) {
  switch (field.kind) {
    case Field::Kind::kDecimal:
    case Field::Kind::kHexadecimal:
      return field.number;
    case Field::Kind::kFlag:
      return field.number != 0;
    case Field::Kind::kText:
      return field.text;
  }
  return nullptr;
}

// A comment may hold any bytes; JSON takes UTF-8 only.
Json valid_text(const std::string& text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string lengths_text(const InputFrame& input) {
  std::string line = fmt::format("{} bytes", input.length);
  if (!input.skipped() && input.length < model::kMinFrameBytes) {
    line += fmt::format(" (padded to {})", model::kMinFrameBytes);
  }
  return line;
}

}  // namespace

std::string text_of(const Field& field) {
  switch (field.kind) {
    case Field::Kind::kDecimal:
    case Field::Kind::kFlag:
      return fmt::format("{}", field.number);
    case Field::Kind::kHexadecimal:
      return fmt::format("0x{:0{}x}", field.number, field.digits);
    case Field::Kind::kText:
      break;
  }
  return field.text;
}

std::vector<Layer> layers_of(const FrameView& view) {
  std::vector<Layer> layers;
  const auto add = [&](const auto& header) {
    if (header) layers.push_back(layer_of(*header));
  };
  add(view.outer.ethernet);
  if (view.outer.ethernet) add(view.outer.ethernet->tag);
  if (view.outer.ip) {
    layers.push_back(std::visit([](const auto& ip) { return layer_of(ip); }, *view.outer.ip));
  }
  add(view.outer.udp);
  if (!view.roce) return layers;
  layers.push_back(layer_of(view.roce->bth));
  add(view.roce->deth);
  add(view.roce->reth);
  add(view.roce->atomic_eth);
  add(view.roce->aeth);
  add(view.roce->atomic_ack_eth);
  add(view.roce->imm_dt);
  add(view.roce->ieth);
  add(view.roce->cnp_reserved);
  return layers;
}

void print_layers(std::ostream& out, const FrameView& view) {
  const InputFrame& input = view.input;
  const auto line = [&](std::string_view name, const std::string& fields) {
    out << fmt::format("  {:<14}  {}\n", name, fields);
  };
  out << fmt::format("frame {}  {}", input.number, lengths_text(input));
  if (input.time_ns) out << fmt::format("  time_ns {}", *input.time_ns);
  out << '\n';
  for (const Layer& layer : layers_of(view)) {
    std::string fields;
    for (const Field& field : layer.fields) {
      if (!fields.empty()) fields += "  ";
      fields += fmt::format("{} {}", field.name, text_of(field));
    }
    line(layer.name, fields);
  }
  if (view.roce && view.record.roce) {
    const model::RoceRecord& record = *view.record.roce;
    line("payload",
         fmt::format("{} bytes, pad {}", view.roce->payload.size(), view.roce->pad.size()));
    line("icrc", record.icrc_ok ? fmt::format("ok  {}", icrc_text(record.icrc_got))
                                : fmt::format("bad  got {}, want {}", icrc_text(record.icrc_got),
                                              icrc_text(record.icrc_want)));
    line("priority", fmt::format("{}{}{}", record.priority, record.lossy_roce ? "  lossy" : "",
                                 record.pcp_mismatch ? "  PCP differs" : ""));
    if (!view.roce->trailer.empty()) {
      line("trailer", fmt::format("{} bytes", view.roce->trailer.size()));
    }
  } else if (input.skipped()) {
    line("skipped", input.skip_reason);
  } else if (view.record.verdict) {
    const std::string detail = reason_detail(view);
    line(model::name_of(*view.record.verdict),
         fmt::format("{}{}{}", model::name_of(view.record.reason), detail.empty() ? "" : ": ",
                     detail));
  }
  if (!input.comment.empty()) line("comment", printable(input.comment));
  out << '\n';
}

nlohmann::ordered_json json_of(const FrameView& view) {
  const InputFrame& input = view.input;
  Json json = model::to_json(view.record);
  json["time_ns"] = input.time_ns ? Json(*input.time_ns) : Json(nullptr);
  json["length"] = input.length;
  json["captured_length"] = input.captured_length;
  if (view.roce && view.record.roce) {
    json["payload_bytes"] = view.roce->payload.size();
    json["pad_bytes"] = view.roce->pad.size();
    json["icrc_got"] = icrc_text(view.record.roce->icrc_got);
    json["icrc_want"] = icrc_text(view.record.roce->icrc_want);
  } else {
    for (const char* key : {"payload_bytes", "pad_bytes", "icrc_got", "icrc_want"}) {
      json[key] = nullptr;
    }
  }
  if (input.skipped()) json["skipped"] = input.skip_reason;
  if (!input.comment.empty()) json["comment"] = valid_text(input.comment);
  for (const Layer& layer : layers_of(view)) {
    Json& object = json[std::string(layer.name)] = Json::object();
    for (const Field& field : layer.fields) object[std::string(field.name)] = value_of(field);
  }
  return json;
}

}  // namespace rnic::app
