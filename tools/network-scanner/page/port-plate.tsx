import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../../web/app/domains/theme/use-theme.ts';
import { Card } from '../../../web/app/ui/panel.tsx';
import { portFlags } from '../knowledge/port-ranges.ts';
import { drawPlate, type PlateFacts, platePixels, plateSide } from './draw-plate.ts';

/** All ports as a plate of 256 rows with 256 dots each. What it shows stands in words in its label, and in the table beside it. */
export function PortPlate({ facts, label }: { readonly facts: PlateFacts; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { theme } = useTheme();
  const [pointed, setPointed] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme changes.
  useEffect(() => {
    if (canvas.current !== null) drawPlate(canvas.current, facts);
  }, [facts, theme]);
  const point = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (place: number, from: number, size: number) =>
      Math.min(plateSide - 1, Math.max(0, Math.floor(((place - from) / size) * plateSide)));
    setPointed(at(event.clientY, box.top, box.height) * plateSide + at(event.clientX, box.left, box.width));
  };
  return (
    <Card aria-label="Map of the ports" className="min-w-0 px-4 pt-4 pb-3">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={platePixels}
        height={platePixels}
        className="block aspect-square w-full"
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      />
      <p aria-hidden="true" className="flex justify-between gap-3 pt-2 font-mono text-sm text-muted">
        <span>0</span>
        <span className="text-center">{pointed === undefined ? 'a dot is a port, a row 256' : describePort(pointed, facts)}</span>
        <span>65,535</span>
      </p>
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-sm text-muted">
        <Key className="bg-copper">open</Key>
        <Key className="bg-ultramarine">filtered</Key>
        <Key className="bg-hairline">closed</Key>
        <Key className="border border-hairline">not asked</Key>
      </ul>
    </Card>
  );
}

function Key({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`size-2.5 ${className}`} />
      {children}
    </li>
  );
}

function describePort(port: number, { tried, filtered, open }: PlateFacts): string {
  const state = open.includes(port)
    ? 'open'
    : portFlags(filtered)[port] === 1
      ? 'filtered'
      : portFlags(tried)[port] === 1
        ? 'closed'
        : 'not asked';
  return `${port.toLocaleString('en')}: ${state}`;
}
