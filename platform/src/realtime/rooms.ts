import { randomUUID } from 'node:crypto';
import { type Channel, hearsPresence, sendEvent } from './channel.ts';
import type { PresencePeers } from './presence/presence-relay.ts';
import type { Presence } from './presence/presences-elsewhere.ts';

/** The channels that a message reaches: all of one topic, private and public ones apart, as on the hosted service. */
type Room = RoomName & {
  readonly members: Set<Channel>;
  /** What each present member tells of itself. */
  readonly presences: Map<Channel, Presence>;
};

/** Who is in which room, and who is present there. Only channels that the policies let hear may enter. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #presencesPerChannel: number;
  readonly #peers: PresencePeers;
  /** Clients tell presences apart by their number, those of other servers too. */
  readonly #refPrefix = randomUUID().slice(0, 8);
  #lastPresence = 0;

  constructor(presencesPerChannel: number, peers: PresencePeers) {
    this.#presencesPerChannel = presencesPerChannel;
    this.#peers = peers;
  }

  enter(channel: Channel): void {
    const key = roomKey(channel);
    const room = this.#rooms.get(key) ?? { ...roomOf(channel), members: new Set(), presences: new Map() };
    room.members.add(channel);
    this.#rooms.set(key, room);
  }

  /** Leaves the room; the others are told if the channel was present. */
  leave(channel: Channel): void {
    const room = this.#rooms.get(roomKey(channel));
    if (room === undefined) return;
    this.untrack(channel);
    room.members.delete(channel);
    if (room.members.size === 0) this.#rooms.delete(roomKey(channel));
  }

  has(channel: Channel): boolean {
    return this.#rooms.get(roomKey(channel))?.members.has(channel) ?? false;
  }

  /** Everybody in the room that a topic and its privacy name. */
  members(room: RoomName): readonly Channel[] {
    return [...(this.#rooms.get(roomKeyOf(room))?.members ?? [])];
  }

  /** Makes a member present, or replaces what it told of itself. False where the room is full or it is no member. */
  track(channel: Channel, payload: Readonly<Record<string, unknown>>): boolean {
    const room = this.#rooms.get(roomKey(channel));
    const previous = room?.presences.get(channel);
    if (room === undefined || !room.members.has(channel)) return false;
    const present = room.presences.size + (room.isPrivate ? this.#peers.countIn(room.topic) : 0);
    if (previous === undefined && present >= this.#presencesPerChannel) return false;
    this.#lastPresence += 1;
    const ref = `${this.#refPrefix}-${this.#lastPresence}`;
    const presence = { key: channel.presenceKey, ref, json: JSON.stringify({ ...payload, phx_ref: ref }) };
    room.presences.set(channel, presence);
    this.#change(room, presence, previous);
    return true;
  }

  untrack(channel: Channel): void {
    const room = this.#rooms.get(roomKey(channel));
    const previous = room?.presences.get(channel);
    if (room === undefined || previous === undefined) return;
    room.presences.delete(channel);
    this.#change(room, undefined, previous);
  }

  /** Tells a member who is present, at this server and at the others. */
  sendPresences(channel: Channel): void {
    const { topic, isPrivate } = roomOf(channel);
    const here = this.#rooms.get(roomKey(channel))?.presences.values() ?? [];
    sendEvent(channel, 'presence_state', presencesJson([...here, ...(isPrivate ? this.#peers.in(topic) : [])]));
  }

  /** Everybody who is present in a private room of this server. */
  allPresences(): readonly { readonly topic: string; readonly presence: Presence }[] {
    const rooms = [...this.#rooms.values()].filter(({ isPrivate }) => isPrivate);
    return rooms.flatMap(({ topic, presences }) => [...presences.values()].map((presence) => ({ topic, presence })));
  }

  /** Tells the members of a private room of a change at another server. */
  tellOfOthers(topic: string, { joined, left }: { readonly joined: readonly Presence[]; readonly left: readonly Presence[] }): void {
    const room = this.#rooms.get(roomKeyOf({ topic, isPrivate: true }));
    if (room !== undefined) this.#tell(room, joined, left);
  }

  #change(room: Room, joined: Presence | undefined, left: Presence | undefined): void {
    this.#tell(room, joined === undefined ? [] : [joined], left === undefined ? [] : [left]);
    if (room.isPrivate) this.#peers.changed(room.topic, joined, left);
  }

  #tell(room: Room, joined: readonly Presence[], left: readonly Presence[]): void {
    const diff = `{"joins":${presencesJson(joined)},"leaves":${presencesJson(left)}}`;
    for (const member of room.members) if (hearsPresence(member)) sendEvent(member, 'presence_diff', diff);
  }
}

/** What names a room. */
export type RoomName = { readonly topic: string; readonly isPrivate: boolean };

function roomOf({ topic, request }: Channel): RoomName {
  return { topic, isPrivate: request.isPrivate };
}

function roomKey(channel: Channel): string {
  return roomKeyOf(roomOf(channel));
}

function roomKeyOf({ topic, isPrivate }: RoomName): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}

/** `{key: {metas: [presence, …]}}`: one key may stand for several clients. */
function presencesJson(presences: readonly Presence[]): string {
  const byKey = Map.groupBy(presences, ({ key }) => key);
  const entries = [...byKey].map(([key, same]) => `${JSON.stringify(key)}:{"metas":[${same.map(({ json }) => json).join(',')}]}`);
  return `{${entries.join(',')}}`;
}
