/** Somebody who is present in a channel, as clients are told. */
export type Presence = {
  /** What the client calls itself. Several may say the same. */
  readonly key: string;
  /** Tells presences apart, over all servers. */
  readonly ref: string;
  /** A JSON object with its `phx_ref`. */
  readonly json: string;
};

/** Who is told of a change in a private channel at another server. */
export type TellOfPresences = (topic: string, change: { readonly joined: readonly Presence[]; readonly left: readonly Presence[] }) => void;

type Kept = Presence & { readonly topic: string };

type Peer = {
  heardAtMs: number;
  readonly presences: Map<string, Kept>;
  /** While it lists who is present: those that it did not name yet. */
  unnamed: Set<string> | undefined;
};

/** How much is kept of what other servers say. */
export type ElsewhereLimits = {
  readonly servers: number;
  readonly presencesPerChannel: number;
  /** Length of all of it, in characters. */
  readonly characters: number;
};

/** Who is present in private channels at other servers, as far as those servers said of late. */
export class PresencesElsewhere {
  readonly #limits: ElsewhereLimits;
  readonly #tell: TellOfPresences;
  readonly #peers = new Map<string, Peer>();
  readonly #byTopic = new Map<string, Map<string, Kept>>();
  #characters = 0;

  constructor(limits: ElsewhereLimits, tell: TellOfPresences) {
    this.#limits = limits;
    this.#tell = tell;
  }

  /** Who is present in a private channel. */
  in(topic: string): readonly Presence[] {
    return [...(this.#byTopic.get(topic)?.values() ?? [])];
  }

  countIn(topic: string): number {
    return this.#byTopic.get(topic)?.size ?? 0;
  }

  knows(server: string): boolean {
    return this.#peers.has(server);
  }

  /** A server said something. Where there are too many of them nothing of a further one is kept. */
  hear(server: string, nowMs: number): void {
    const peer = this.#peers.get(server);
    if (peer !== undefined) peer.heardAtMs = nowMs;
    else if (this.#peers.size < this.#limits.servers) {
      this.#peers.set(server, { heardAtMs: nowMs, presences: new Map(), unnamed: undefined });
    }
  }

  /** Somebody is present there, or says something else of itself in the place of `replaced`. What there is no room for is left out. */
  join(server: string, topic: string, presence: Presence, replaced: string | undefined): void {
    const peer = this.#peers.get(server);
    if (peer === undefined) return;
    peer.unnamed?.delete(presence.ref);
    if (peer.presences.has(presence.ref)) return;
    const isMoved = replaced !== undefined && peer.presences.get(replaced)?.topic !== topic;
    if (isMoved) this.leave(server, replaced);
    const left = isMoved ? [] : this.#drop(peer, replaced);
    const hasRoom =
      this.countIn(topic) < this.#limits.presencesPerChannel && this.#characters + sizeOf(presence) <= this.#limits.characters;
    if (hasRoom) this.#keep(peer, { ...presence, topic });
    if (hasRoom || left.length > 0) this.#tell(topic, { joined: hasRoom ? [presence] : [], left });
  }

  leave(server: string, ref: string): void {
    const peer = this.#peers.get(server);
    for (const left of peer === undefined ? [] : this.#drop(peer, ref)) this.#tell(left.topic, { joined: [], left: [left] });
  }

  /** A server begins to list all who are present there. */
  beginList(server: string): void {
    const peer = this.#peers.get(server);
    if (peer !== undefined) peer.unnamed = new Set(peer.presences.keys());
  }

  /** Whom its list did not name is gone. */
  endList(server: string): void {
    const peer = this.#peers.get(server);
    for (const ref of peer?.unnamed ?? []) this.leave(server, ref);
    if (peer !== undefined) peer.unnamed = undefined;
  }

  /** A server has stopped. */
  forget(server: string): void {
    for (const ref of [...(this.#peers.get(server)?.presences.keys() ?? [])]) this.leave(server, ref);
    this.#peers.delete(server);
  }

  /** Servers that said nothing since then are taken for dead. */
  forgetSilent(sinceMs: number): void {
    for (const [server, { heardAtMs }] of this.#peers) if (heardAtMs < sinceMs) this.forget(server);
  }

  #keep(peer: Peer, kept: Kept): void {
    peer.presences.set(kept.ref, kept);
    const inTopic = this.#byTopic.get(kept.topic) ?? new Map<string, Kept>();
    inTopic.set(kept.ref, kept);
    this.#byTopic.set(kept.topic, inTopic);
    this.#characters += sizeOf(kept);
  }

  #drop(peer: Peer, ref: string | undefined): readonly Kept[] {
    const kept = ref === undefined ? undefined : peer.presences.get(ref);
    if (kept === undefined) return [];
    peer.presences.delete(kept.ref);
    const inTopic = this.#byTopic.get(kept.topic);
    inTopic?.delete(kept.ref);
    if (inTopic?.size === 0) this.#byTopic.delete(kept.topic);
    this.#characters -= sizeOf(kept);
    return [kept];
  }
}

function sizeOf({ key, json }: Presence): number {
  return key.length + json.length;
}
