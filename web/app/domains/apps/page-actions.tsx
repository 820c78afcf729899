import { ArrowUUpLeftIcon } from '@castellan/icons/arrows/arrow-u-up-left';
import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { UploadSimpleIcon } from '@castellan/icons/arrows/upload-simple';
import { KeyboardIcon } from '@castellan/icons/devices/keyboard';
import type { ReactNode } from 'react';
import { openPalette } from '../commands/palette-state.ts';
import { ToolButton } from './tool-button.tsx';

type PageActionsProps = {
  readonly onUndo: () => void;
  /** `undefined`: nothing can be imported or exported now, as of a sample. */
  readonly onImport?: (() => void) | undefined;
  readonly onExport?: (() => void) | undefined;
  readonly isQuiet?: boolean;
  /** What the page has beside these, behind them. */
  readonly children?: ReactNode;
};

/** What the page of records offers: the way back, files in and out, and the sheet of keys. */
export function PageActions({ onUndo, onImport, onExport, isQuiet = false, children }: PageActionsProps) {
  return (
    <div className="-mr-2 flex flex-wrap items-center max-sm:-ml-2">
      <ToolButton isQuiet={isQuiet} drawing={ArrowUUpLeftIcon} label="Undo" onClick={onUndo} />
      {onImport === undefined ? null : <ToolButton isQuiet={isQuiet} drawing={UploadSimpleIcon} label="Import" onClick={onImport} />}
      {onExport === undefined ? null : <ToolButton isQuiet={isQuiet} drawing={DownloadSimpleIcon} label="Export" onClick={onExport} />}
      <ToolButton isQuiet={isQuiet} drawing={KeyboardIcon} label="Keys" onClick={() => openPalette('keys')} />
      {children}
    </div>
  );
}
