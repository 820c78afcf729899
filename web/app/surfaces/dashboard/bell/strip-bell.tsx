import { BellIcon } from '@castellan/icons/things/bell';
import { type ComponentType, useEffect, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { whenResting } from '../../command-palette/palette-loading.ts';

const loadBell = async () => (await import('./bell.tsx')).Bell;
const noBell = () => undefined;

type Loaded = {
  readonly Bell: ComponentType<{ readonly asksLittle: boolean; readonly beginsOpen: boolean }>;
  readonly wasPressed: boolean;
};

/** The bell over the owner's apps. Its code is fetched at the first press, or once the page rests: until then it has no number. */
export function StripBell() {
  const [loaded, setLoaded] = useState<Loaded>();
  const tell = useToast();
  useEffect(() => whenResting(() => void loadBell().then((Bell) => setLoaded((had) => had ?? { Bell, wasPressed: false }), noBell)), []);
  const press = async () => {
    const Bell = await loadBell().catch(noBell);
    if (Bell !== undefined) return setLoaded({ Bell, wasPressed: true });
    tell({ title: 'Notifications cannot be shown', description: 'The server does not answer.', tone: 'alert' });
  };
  return (
    <span className="strip-bell">
      {loaded === undefined ? (
        <button type="button" aria-label="Notifications" aria-expanded={false} className="strip-bell-button" onClick={() => void press()}>
          <Icon drawing={BellIcon} className="text-xl" />
        </button>
      ) : (
        <loaded.Bell asksLittle beginsOpen={loaded.wasPressed} />
      )}
    </span>
  );
}
