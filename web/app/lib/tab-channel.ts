import type * as z from 'zod/mini';

/** Messages between the tabs of this browser. A tab does not hear what it tells itself. */
export type TabChannel<Message> = {
  readonly tell: (message: Message) => void;
  /** Calls the listener for every message that is one; returns the way to stop. */
  readonly listen: (listener: (message: Message) => void) => () => void;
};

/**
 * The channel of that name. It is opened when it is first used, since on the server it would keep the process alive. Where the
 * browser has none, nothing is told and nothing heard.
 */
export function tabChannel<Message>(name: string, schema: z.ZodMiniType<Message>): TabChannel<Message> {
  let opened: BroadcastChannel | undefined;
  const open = () => {
    if (typeof BroadcastChannel !== 'undefined') opened ??= new BroadcastChannel(name);
    return opened;
  };
  return {
    tell: (message) => open()?.postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>) => {
        const parsed = schema.safeParse(data);
        if (parsed.success) listener(parsed.data);
      };
      const channel = open();
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
  };
}
