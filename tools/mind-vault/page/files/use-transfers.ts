import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import { createTransfers, type Transfers } from './transfers.ts';

/** The list of transfers of the open notes. Whoever leaves them, or locks, hears that a file was not added, without its name. */
export function useTransfers(): Transfers {
  const [transfers] = useState(() => createTransfers());
  const show = useToast();
  const latest = useRef(show);
  latest.current = show;
  useEffect(
    () => () => {
      const count = transfers.read().filter(({ way }) => way === 'adding').length;
      transfers.end();
      if (count === 0) return;
      latest.current({
        title: count === 1 ? 'A large file was not added' : `${count} large files were not added`,
        description: 'The notes were closed before it was whole. Add it again.',
        tone: 'alert',
      });
    },
    [transfers],
  );
  return transfers;
}
