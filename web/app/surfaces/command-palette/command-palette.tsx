import { lazy, Suspense, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { Command } from '../../domains/commands/command.ts';
import { openPalette, paletteState } from '../../domains/commands/palette-state.ts';
import { rememberCommand } from '../../domains/commands/recent-commands.ts';
import { useCommands } from '../../domains/commands/use-commands.ts';
import { useMotion } from '../../domains/motion/motion.tsx';
import { useTheme } from '../../domains/theme/use-theme.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { useAppEntries } from '../dashboard/apps/app-entries.ts';
import { beginExport } from '../dashboard/overview/dashboard-export-run.ts';
import { ExportOutcomeDialog } from '../dashboard/overview/export-outcome.tsx';
import { UnsentQuestion } from '../dashboard/unsent-question.tsx';
import { useLogout } from '../dashboard/use-logout.ts';
import { actionCommands, appCommands, viewCommands } from './base-commands.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { loadPaletteList, loadPaletteWhenIdle } from './palette-loading.ts';
import './command-palette.css';
import { usePaletteKeys } from './use-palette-keys.ts';

const KeySheet = lazy(() =>
  import('./key-sheet.tsx').then(
    (loaded) => ({ default: loaded.KeySheet }),
    () => ({ default: KeySheetMissing }),
  ),
);

function KeySheetMissing({ onClose }: { readonly onClose: () => void }) {
  const description = 'It could not be loaded. Reload the page when the server is back.';
  return <AlertDialog open title="Keyboard" description={description} onClose={onClose} />;
}

/** Commands over every private page: their keys, the palette, the sheet of keys. */
export function CommandPalette() {
  const open = useSyncExternalStore(paletteState.subscribe, paletteState.read, () => undefined);
  const navigate = useNavigate();
  const session = useLogout();
  const commands = useBaseCommands(session.logout);
  useCommands(commands);
  const run = useCallback(
    (command: Command) => {
      rememberCommand(command);
      command.run({ go: (address) => void navigate(address) });
    },
    [navigate],
  );
  usePaletteKeys(commands, run);
  useEffect(loadPaletteWhenIdle, []);
  useEffect(() => () => openPalette(undefined), []);
  const close = useCallback(() => openPalette(undefined), []);
  const choose = useCallback(
    (command: Command) => {
      close();
      // A dialog that closes gives the focus back; what the command does takes it after that.
      requestAnimationFrame(() => run(command));
    },
    [close, run],
  );
  return (
    <>
      <PaletteDialog
        open={open === 'palette'}
        title="Commands"
        label="Command"
        placeholder="Go to, open, find, do"
        load={loadPaletteList}
        onClose={close}
        onChoose={choose}
      />
      {open === 'keys' ? (
        <Suspense fallback={null}>
          <KeySheet onClose={close} />
        </Suspense>
      ) : null}
      <UnsentQuestion session={session} />
      <ExportOutcomeDialog />
    </>
  );
}

function useBaseCommands(logout: () => void): readonly Command[] {
  const { theme, toggleTheme } = useTheme();
  const { paused, togglePaused } = useMotion();
  const apps = useAppEntries();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way out is made again at each draw and does the same.
  return useMemo(
    () => [
      ...viewCommands,
      ...appCommands(apps),
      ...actionCommands({ logout, beginExport, toggleTheme, theme, toggleMotion: togglePaused, isMotionPaused: paused }),
    ],
    [apps, theme, toggleTheme, paused, togglePaused],
  );
}
