import { useSyncExternalStore } from 'react';
import { fetchedPart } from '../../ui/fetched-part.tsx';
import { vaultOpenness } from '../vault/vault-openness.ts';
import { LockedCapture } from './locked-capture.tsx';

// Fetched when they are wanted: the locked page is seen without them.
const Inbox = fetchedPart(async () => (await import('./inbox/app-inbox.client.tsx')).AppInbox);
const loadCaptureField = async () => (await import('./capture-field.client.tsx')).CaptureField;
const CaptureField = fetchedPart(loadCaptureField);

type AppCaptureProps = Pick<Parameters<typeof LockedCapture>[0], 'state' | 'kind'>;

/** The way to capture something under an app's locked records. */
export function AppCapture(props: AppCaptureProps) {
  return <LockedCapture {...props} field={CaptureField} load={loadCaptureField} />;
}

/** The vault's inbox above an app's open records, while something waits in it. */
export function AppInbox() {
  const isWaiting = useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.hasWaiting);
  return isWaiting ? <Inbox /> : null;
}
