# The knowledge graph of the example session, about 1 MB: jq -n -f graph.jq
def pick($list; $n): $list[$n % ($list | length)];
def kinds: ["organisation", "technology", "project", "regulation", "person", "place"];
def subjects: ["lithium iron phosphate", "vanadium flow", "sodium-ion", "pumped hydro", "compressed air", "thermal storage"];
def verbs: ["lowered", "doubled", "delayed", "funded", "outlawed", "insured"];
def objects: ["grid connection queues", "four-hour tenders", "cell prices", "fire codes", "recycling quotas", "capacity auctions"];
def host: ["iea.example", "tso.example", "journal.example", "ministry.example"];

def entity($n): {
  id: "e\($n)", name: "\(pick(subjects; $n)) \(pick(kinds; $n / 6 | floor)) \($n)", type: pick(kinds; $n),
  description: "Named in \($n % 7 + 1) of the sources in connection with \(pick(objects; $n)).",
  confidence: ((60 + $n % 40) / 100), sources: ["https://\(pick(host; $n))/doc/\($n * 31 % 9973)"],
  added_at: "2025-10-\(10 + $n % 20)T08:\(10 + $n % 50):00Z", last_updated: "2025-10-30T12:00:00Z"
};
def claim($n): {
  id: "c\($n)", statement: "\(pick(subjects; $n)) \(pick(verbs; $n / 3 | floor)) \(pick(objects; $n / 5 | floor)) in \(2015 + $n % 10).",
  confidence: ((50 + $n % 50) / 100), evidence_quality: pick(["high", "medium", "low"]; $n),
  sources: [{url: "https://\(pick(host; $n + 1))/doc/\($n * 17 % 9973)", title: "Report \($n % 400)", credibility: ((55 + $n % 45) / 100),
             relevant_quote: "… \(pick(verbs; $n)) \(pick(objects; $n)) …", date: "2025-0\(1 + $n % 9)-15"}],
  related_entities: ["e\($n % 1200)", "e\(($n * 7) % 1200)"], verified: ($n % 3 == 0), added_at: "2025-10-\(10 + $n % 20)T09:00:00Z"
};
def relationship($n): {
  id: "r\($n)", from: "e\($n % 1200)", to: "e\(($n * 13 + 5) % 1200)", type: pick(["supplies", "regulates", "competes_with", "cites"]; $n),
  confidence: ((50 + $n % 50) / 100), note: "", added_at: "2025-10-\(10 + $n % 20)T10:00:00Z"
};

{
  schema_version: "1.0",
  research_objective: "What will decide the cost of grid storage in the coming ten years?",
  started_at: "2025-10-10T08:00:00Z", last_updated: "2025-10-30T12:00:00Z", iteration: 3,
  entities: [range(1200) | entity(.)], claims: [range(800) | claim(.)], relationships: [range(1000) | relationship(.)],
  citations: [], gaps: [{id: "g0", description: "insurance pricing", priority: 7, status: "pending", detected_at_iteration: 2, added_at: "2025-10-20T08:00:00Z"}],
  contradictions: [], promising_leads: [],
  confidence_scores: {overall: 0.61, by_category: {}}, coverage: {aspects_identified: 9},
  stats: {total_entities: 1200, total_claims: 800, total_relationships: 1000, total_citations: 0, total_gaps: 1, unresolved_gaps: 1,
          total_contradictions: 0, unresolved_contradictions: 0, total_leads: 0, explored_leads: 0, total_sources: 400},
  "academic-researcher": {completed_at: "2025-10-30T11:52:00Z", papers_read: 61}
}
