import { type ReactNode, useMemo, useState } from 'react';
import { createFrameSender } from './frame-sender.ts';
import type { Sender } from './sender.ts';

/** The hidden frame that sends, to be drawn somewhere, and the way to send by it once it has loaded. */
export function useFrameSender(isWanted: boolean): { readonly frame: ReactNode; readonly sender: Sender | undefined } {
  const [sender, setSender] = useState<Sender>();
  const frame = useMemo(
    () =>
      isWanted ? (
        <iframe
          src="/api-lab/sender"
          sandbox="allow-scripts"
          title="Sends the requests"
          hidden
          onLoad={(event) => setSender(createFrameSender(event.currentTarget))}
        />
      ) : null,
    [isWanted],
  );
  return { frame, sender };
}
