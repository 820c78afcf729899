import { AlienIcon } from '@castellan/icons/apps/alien';
import { BroadcastIcon } from '@castellan/icons/apps/broadcast';
import { CertificateIcon } from '@castellan/icons/apps/certificate';
import { ChartLineUpIcon } from '@castellan/icons/apps/chart-line-up';
import { ChatTextIcon } from '@castellan/icons/apps/chat-text';
import { CurrencyCircleDollarIcon } from '@castellan/icons/apps/currency-circle-dollar';
import { FilmSlateIcon } from '@castellan/icons/apps/film-slate';
import { GameControllerIcon } from '@castellan/icons/apps/game-controller';
import { GlobeIcon } from '@castellan/icons/apps/globe';
import { HammerIcon } from '@castellan/icons/apps/hammer';
import { MailboxIcon } from '@castellan/icons/apps/mailbox';
import { NetworkIcon } from '@castellan/icons/apps/network';
import { PlugsConnectedIcon } from '@castellan/icons/apps/plugs-connected';
import { TextAaIcon } from '@castellan/icons/apps/text-aa';
import { WaveSquareIcon } from '@castellan/icons/apps/wave-square';
import { TerminalIcon } from '@castellan/icons/devices/terminal';
import { FingerprintIcon } from '@castellan/icons/security/fingerprint';
import { KeyIcon } from '@castellan/icons/security/key';
import { ShieldWarningIcon } from '@castellan/icons/security/shield-warning';
import { CheckSquareIcon } from '@castellan/icons/signs/check-square';
import { LinkIcon } from '@castellan/icons/signs/link';
import { BookOpenIcon } from '@castellan/icons/things/book-open';
import { EnvelopeSimpleIcon } from '@castellan/icons/things/envelope-simple';
import { GearSixIcon } from '@castellan/icons/things/gear-six';
import { GiftIcon } from '@castellan/icons/things/gift';
import { HeartbeatIcon } from '@castellan/icons/things/heartbeat';
import { HouseIcon } from '@castellan/icons/things/house';
import { NoteIcon } from '@castellan/icons/things/note';
import type { IconDrawing } from '../../ui/icon.tsx';

/** The drawings of apps, by the names that manifests give. One for each: apps are told apart by their shapes. */
export const appIcons: Readonly<Record<string, IconDrawing>> = {
  alien: AlienIcon,
  'book-open': BookOpenIcon,
  broadcast: BroadcastIcon,
  certificate: CertificateIcon,
  'chart-line-up': ChartLineUpIcon,
  'chat-text': ChatTextIcon,
  'check-square': CheckSquareIcon,
  'currency-circle-dollar': CurrencyCircleDollarIcon,
  'envelope-simple': EnvelopeSimpleIcon,
  'film-slate': FilmSlateIcon,
  fingerprint: FingerprintIcon,
  'game-controller': GameControllerIcon,
  'gear-six': GearSixIcon,
  gift: GiftIcon,
  globe: GlobeIcon,
  hammer: HammerIcon,
  heartbeat: HeartbeatIcon,
  house: HouseIcon,
  key: KeyIcon,
  link: LinkIcon,
  mailbox: MailboxIcon,
  network: NetworkIcon,
  note: NoteIcon,
  'plugs-connected': PlugsConnectedIcon,
  'shield-warning': ShieldWarningIcon,
  terminal: TerminalIcon,
  'text-aa': TextAaIcon,
  'wave-square': WaveSquareIcon,
};
