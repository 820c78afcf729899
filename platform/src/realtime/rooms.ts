import { type Channel, hearsPresence, sendEvent } from './channel.ts';

/** The channels that a message reaches: all of one topic, private and public ones apart, as on the hosted service. */
type Room = {
  readonly members: Set<Channel>;
  /** What each present member tells of itself: a JSON object with its `phx_ref`. */
  readonly presences: Map<Channel, string>;
};

/** Who is in which room, and who is present there. Only channels that the policies let hear may enter. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #presencesPerChannel: number;
  #lastPresence = 0;

  constructor(presencesPerChannel: number) {
    this.#presencesPerChannel = presencesPerChannel;
  }

  enter(channel: Channel): void {
    const key = roomKey(channel);
    const room = this.#rooms.get(key) ?? { members: new Set(), presences: new Map() };
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
    if (previous === undefined && room.presences.size >= this.#presencesPerChannel) return false;
    this.#lastPresence += 1;
    const presence = JSON.stringify({ ...payload, phx_ref: String(this.#lastPresence) });
    room.presences.set(channel, presence);
    this.#tell(room, presencesJson([[channel, presence]]), presencesJson(previous === undefined ? [] : [[channel, previous]]));
    return true;
  }

  untrack(channel: Channel): void {
    const room = this.#rooms.get(roomKey(channel));
    const previous = room?.presences.get(channel);
    if (room === undefined || previous === undefined) return;
    room.presences.delete(channel);
    this.#tell(room, '{}', presencesJson([[channel, previous]]));
  }

  /** Tells a member who is present. */
  sendPresences(channel: Channel): void {
    sendEvent(channel, 'presence_state', presencesJson([...(this.#rooms.get(roomKey(channel))?.presences ?? [])]));
  }

  #tell(room: Room, joins: string, leaves: string): void {
    for (const member of room.members) {
      if (hearsPresence(member)) sendEvent(member, 'presence_diff', `{"joins":${joins},"leaves":${leaves}}`);
    }
  }
}

/** What names a room. */
export type RoomName = { readonly topic: string; readonly isPrivate: boolean };

function roomKey(channel: Channel): string {
  return roomKeyOf({ topic: channel.topic, isPrivate: channel.request.isPrivate });
}

function roomKeyOf({ topic, isPrivate }: RoomName): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}

/** `{key: {metas: [presence, …]}}`: one key may stand for several clients. */
function presencesJson(presences: readonly (readonly [Channel, string])[]): string {
  const byKey = Map.groupBy(presences, ([channel]) => channel.presenceKey);
  const entries = [...byKey].map(([key, same]) => `${JSON.stringify(key)}:{"metas":[${same.map(([, presence]) => presence).join(',')}]}`);
  return `{${entries.join(',')}}`;
}
