import { type ComponentType, useEffect, useState } from 'react';
import { whileWanted } from '../lib/while-wanted.ts';

/**
 * A part of a screen whose code is fetched when it is first wanted, and beside which everything else stays usable: nothing stands in
 * its place until it is there, nor where it does not come.
 */
export function rarePart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function RarePart(props: Props) {
    const [part, setPart] = useState<{ readonly Part: ComponentType<Props> }>();
    useEffect(() => whileWanted(fetchPart(), (Part) => setPart({ Part }), nothing), []);
    return part === undefined ? null : <part.Part {...props} />;
  };
}

const nothing = () => undefined;
