import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { BellPreferences } from '../../../web/app/domains/notifications/bell-preferences.ts';
import { loadPreferences } from '../../../web/app/domains/notifications/bell-store.ts';
import { keepPreferences, watchPreferences } from '../../../web/app/domains/notifications/keep-preferences.ts';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import { type Asked, useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';

type Bell = {
  readonly asked: Asked<BellPreferences>;
  readonly again: () => Promise<void>;
  /** Shows the change at once, and takes it back where it was not kept. */
  readonly change: (preferences: BellPreferences) => void;
};

/** The bell's preferences; inside `BellProvider` only. */
export const [BellContext, useBell] = givenContext<Bell>('useBell');

/** Asks for the bell's one row, and again when another tab changed it. */
export function BellProvider({ children }: { readonly children: ReactNode }) {
  const { asked, again } = useAsked(loadPreferences);
  const [underWay, setUnderWay] = useState<BellPreferences>();
  const show = useToast();
  useEffect(() => watchPreferences(() => void again()), [again]);
  const bell = useMemo((): Bell => {
    const change = async (preferences: BellPreferences) => {
      setUnderWay(preferences);
      const kept = await keepPreferences(preferences);
      if (!kept.ok) show({ title: 'Not kept', description: failureText(kept.failure), tone: 'alert' });
      await again();
      // A later change is still under way.
      setUnderWay((present) => (present === preferences ? undefined : present));
    };
    const shown: Asked<BellPreferences> = underWay !== undefined && asked.status === 'ready' ? { ...asked, value: underWay } : asked;
    return { asked: shown, again, change: (preferences) => void change(preferences) };
  }, [asked, underWay, again, show]);
  return <BellContext value={bell}>{children}</BellContext>;
}
