import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { isLineKey, keyName } from './key-name.ts';
import type { LineAids, LineController } from './line-controller.ts';
import type { CommandLine } from './transcript.ts';

const LineAidsView = lazy(() => import('./line-aids.tsx').then((file) => ({ default: file.LineAidsView })));

type CommandLineKeys = {
  /** What stands below the input. */
  readonly aids: ReactNode;
  readonly searching: boolean;
  readonly press: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly typed: () => void;
  /** The line that Enter runs; the editor then begins again. */
  readonly take: () => string;
};

/** Gives an input the keys of a command line. Their code is loaded with the first key pressed: the page is drawn without it. */
export function useCommandLine(input: RefObject<HTMLInputElement | null>, commandLine: CommandLine | undefined): CommandLineKeys {
  const [aids, setAids] = useState<LineAids>();
  const controller = useRef<{ readonly of: HTMLInputElement; readonly keys: LineController }>(undefined);
  const latest = useRef(commandLine);
  latest.current = commandLine;

  const present = () => (controller.current?.of === input.current ? controller.current?.keys : undefined);
  const load = async (): Promise<LineController | undefined> => {
    const { createLineController } = await import('./line-controller.ts');
    const element = input.current;
    if (element === null || latest.current === undefined) return undefined;
    const known = present();
    if (known !== undefined) return known;
    const keys = createLineController(element, () => latest.current ?? noCommandLine, setAids);
    controller.current = { of: element, keys };
    return keys;
  };

  return {
    aids:
      commandLine === undefined || aids === undefined ? null : (
        <Suspense>
          <LineAidsView aids={aids} />
        </Suspense>
      ),
    searching: commandLine !== undefined && aids?.search !== undefined,
    press: (event) => {
      const name = commandLine === undefined ? undefined : keyName(event);
      if (name === undefined) return;
      const keys = present();
      const waits = keys === undefined && (isLineKey(name) || (name === 'Tab' && event.currentTarget.value.trim() !== ''));
      if (waits || keys?.press(name) === true) {
        event.preventDefault();
        event.stopPropagation();
      }
      // Without its code the editor does nothing, and the line is typed and sent all the same.
      if (keys === undefined)
        load().then(
          (loaded) => (waits ? loaded?.press(name) : undefined),
          () => undefined,
        );
    },
    typed: () => present()?.typed(),
    take: () => (commandLine === undefined ? undefined : present()?.take()) ?? input.current?.value ?? '',
  };
}

const noCommandLine: CommandLine = { history: [], complete: async () => undefined, onClear: () => undefined };
