import { useInBrowser } from '../../../ui/hooks/use-in-browser.ts';
import { useNow } from '../../../ui/use-now.ts';

const dayMs = 86_400_000;

/** How long it is until the next midnight UTC, once a clock runs. */
export function UntilFirstDay() {
  return useInBrowser() ? <Remaining /> : null;
}

function Remaining() {
  const minutes = Math.ceil((dayMs - (useNow(60_000) % dayMs)) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const length = [...(hours === 0 ? [] : [`${hours} h`]), ...(rest === 0 ? [] : [`${rest} min`])].join(' ');
  return <>, in {length}</>;
}
