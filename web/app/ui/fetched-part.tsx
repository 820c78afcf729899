import { type ComponentType, useEffect, useState } from 'react';
import { whileWanted } from '../lib/while-wanted.ts';
import { GhostButton } from './button.tsx';
import { Waiting } from './spinner.tsx';

/**
 * A part of a screen whose code is fetched when it is first shown. Where it does not come, as while the backend is away, that is
 * said in its place and it can be asked for again: nothing around it is lost.
 */
export function fetchedPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function FetchedPart(props: Props) {
    const [stage, setStage] = useState<'asked' | 'here' | 'failed'>(Part === undefined ? 'asked' : 'here');
    useEffect(() => {
      if (stage !== 'asked') return;
      const fetching = fetchPart().then((fetched) => {
        Part = fetched;
      });
      return whileWanted(
        fetching,
        () => setStage('here'),
        () => setStage('failed'),
      );
    }, [stage]);
    if (stage === 'here' && Part !== undefined) return <Part {...props} />;
    if (stage === 'failed') {
      return (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-hairline p-4">
          <p>This part of the page could not be fetched.</p>
          <GhostButton onClick={() => setStage('asked')}>Try again</GhostButton>
        </div>
      );
    }
    return <Waiting className="min-h-40 text-xl" />;
  };
}
