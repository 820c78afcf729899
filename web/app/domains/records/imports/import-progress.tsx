import { Progress } from '../../../ui/progress.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import type { ImportUnderWay } from '../collection-state.ts';
import { callOffImport, canCallOff } from '../engine/cancel-import.ts';
import { openRecords } from '../open-records.ts';

/** How far imports are on their way to the server, and the way to call one off, where this page began it. */
export function ImportProgress({ imports }: { readonly imports: readonly ImportUnderWay[] }) {
  const show = useToast();
  const engine = openRecords();
  const callOff = async (id: string) => {
    const told = await engine.lend((parts) => callOffImport(parts, id));
    if (told.kind === 'called-off') show({ title: 'Import cancelled', description: 'Nothing had been sent.' });
    else if (told.kind === 'taken-back')
      show({ title: 'Import undone', description: 'What had been sent is removed again; other devices show none of it.' });
    else show({ title: 'Not cancelled', description: 'The import is complete, or was begun on another page.', tone: 'alert' });
  };
  return imports.map(({ id, left, of, isBack }) => (
    <Progress
      key={id}
      label={isBack ? 'Taking an import back' : 'Sending an import'}
      done={of - left}
      total={of}
      {...(!isBack && engine.lend((parts) => canCallOff(parts, id))
        ? { stop: { label: 'Cancel', tone: 'quiet' as const, onStop: () => void callOff(id) } }
        : {})}
    />
  ));
}
