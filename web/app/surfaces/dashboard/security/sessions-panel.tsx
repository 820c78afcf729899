import { DesktopIcon } from '@castellan/icons/devices/desktop';
import { DeviceMobileIcon } from '@castellan/icons/devices/device-mobile';
import { DeviceTabletIcon } from '@castellan/icons/devices/device-tablet';
import { TerminalIcon } from '@castellan/icons/devices/terminal';
import { useRef, useState } from 'react';
import { createNotification } from '../../../domains/notifications/create-notification.ts';
import { parseUserAgent, type UserAgent } from '../../../domains/security/user-agent.ts';
import { endSessions, type LiveSession } from '../../../domains/session/live-sessions.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../ui/button.tsx';
import { Icon, type IconDrawing } from '../../../ui/icon.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { relativeTime } from '../overview/relative-time.ts';
import { LogSection } from './log-section.tsx';
import type { Sessions } from './use-sessions.ts';

type Question = { readonly kind: 'end' | 'not-mine'; readonly session: LiveSession } | { readonly kind: 'others' };

const devices: Readonly<Record<UserAgent['device'], IconDrawing>> = {
  Computer: DesktopIcon,
  Phone: DeviceMobileIcon,
  Tablet: DeviceTabletIcon,
  Program: TerminalIcon,
};

const startFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The owner's living sessions with their devices, and the ways to end them. */
export function SessionsPanel({ sessions, failed, load }: Sessions) {
  const [question, setQuestion] = useState<Question>();
  const [notice, setNotice] = useState('');
  const nowMs = useNow(60_000);
  const panel = useRef<HTMLDivElement>(null);
  const carryOut = async (asked: Question) => {
    const ended = await endSessions(asked.kind === 'others' ? 'others' : { id: asked.session.id, notMine: asked.kind === 'not-mine' });
    if (ended.ok && asked.kind === 'not-mine') await raiseAlarm(asked.session);
    await load();
    setQuestion(undefined);
    setNotice(ended.ok ? doneText(asked, ended.value) : 'No session was ended: the server did not accept the request.');
    // The button that was pressed went with its session.
    panel.current?.focus();
  };
  return (
    <LogSection
      title="Sessions and devices"
      aside={
        sessions !== undefined && sessions.length > 1 ? (
          <QuietButton onClick={() => setQuestion({ kind: 'others' })}>End all others</QuietButton>
        ) : undefined
      }
    >
      <div ref={panel} tabIndex={-1}>
        <p role="status" className="text-sm text-ink empty:hidden">
          {notice}
        </p>
        {failed ? (
          <p>
            <StatusMark kind="warning">The sessions could not be loaded.</StatusMark>{' '}
            <QuietButton onClick={() => void load()}>Try again</QuietButton>
          </p>
        ) : null}
        <ul className="session-list">
          {sessions?.map((session) => (
            <SessionLine key={session.id} session={session} nowMs={nowMs} onAsk={setQuestion} />
          ))}
        </ul>
      </div>
      <Confirmation question={question} onConfirm={carryOut} onClose={() => setQuestion(undefined)} />
    </LogSection>
  );
}

function SessionLine({
  session,
  nowMs,
  onAsk,
}: {
  readonly session: LiveSession;
  readonly nowMs: number;
  readonly onAsk: (question: Question) => void;
}) {
  const agent = parseUserAgent(session.userAgent ?? '');
  const device = agent.device === 'Program' ? agent.browser : `${agent.browser} on ${agent.system}`;
  return (
    <li>
      <Icon drawing={devices[agent.device]} className="mt-0.5 text-xl text-muted" />
      <div className="min-w-0">
        <p className="font-medium">
          {device}
          {session.current ? <span className="session-here">this browser</span> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <span className="font-mono">{session.address ?? 'address unknown'}</span> · since {startFormat.format(session.startedAtMs)} · seen{' '}
          {relativeTime(session.seenAtMs, nowMs)}
          {session.assurance === 'aal2' ? ' · with code' : ''}
        </p>
      </div>
      {session.current ? null : (
        <div className="session-actions">
          <QuietButton aria-label={`Revoke ${device}`} onClick={() => onAsk({ kind: 'end', session })}>
            Revoke
          </QuietButton>
          <QuietButton aria-label={`This was not me: ${device}`} onClick={() => onAsk({ kind: 'not-mine', session })}>
            This was not me
          </QuietButton>
        </div>
      )}
    </li>
  );
}

function Confirmation({
  question,
  onConfirm,
  onClose,
}: {
  readonly question: Question | undefined;
  readonly onConfirm: (question: Question) => Promise<void>;
  readonly onClose: () => void;
}) {
  const texts = {
    end: { title: 'Revoke this session?', description: 'It ends at once and must sign in again.', label: 'Revoke' },
    'not-mine': {
      title: 'This was not you?',
      description:
        'The session ends at once and this is logged. If it was not you, someone knows your password: change it, and if they also passed the authenticator, enrol a new one.',
      label: 'End it',
    },
    others: { title: 'End all other sessions?', description: 'All other browsers must sign in again.', label: 'End them' },
  }[question?.kind ?? 'end'];
  return (
    <AlertDialog
      open={question !== undefined}
      title={texts.title}
      description={texts.description}
      confirm={{
        label: texts.label,
        destroys: true,
        onWork: async () => question !== undefined && onConfirm(question),
      }}
      onClose={onClose}
    />
  );
}

function doneText(asked: Question, ended: number): string {
  if (ended === 0) return 'It had already ended.';
  if (asked.kind === 'others') return ended === 1 ? 'One other session was ended.' : `${ended} other sessions were ended.`;
  return asked.kind === 'end' ? 'The session was ended.' : 'The session was ended and logged. Change your password: Settings, Security.';
}

async function raiseAlarm({ address, userAgent }: LiveSession): Promise<void> {
  await createNotification({
    type: 'alert',
    title: 'A session was not yours',
    message: `You ended it. It came from ${address ?? 'an unknown address'}${userAgent === undefined ? '' : ` with ${parseUserAgent(userAgent).browser}`}. Change your password.`,
    icon: 'shield-alert',
    important: true,
  });
}
