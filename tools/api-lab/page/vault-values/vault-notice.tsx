import { use } from 'react';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { VaultRef } from '../model.ts';
import type { Sender } from '../sending/sender.ts';
import { nameOfRef, useVaultEntries } from './use-vault-entries.ts';
import { VaultContext } from './vault-context.ts';

type VaultNoticeProps = {
  readonly refs: ReadonlyMap<string, VaultRef>;
  readonly url: string;
  readonly via: Sender['via'] | undefined;
};

/** Which values of the vault a request would take along, to where, and who sees them on the way. */
export default function VaultNotice({ refs, url, via }: VaultNoticeProps) {
  const source = use(VaultContext);
  const entries = useVaultEntries(source);
  const values = [...new Set([...refs.values()].map((ref) => nameOfRef(entries, ref)))].join(', ');
  const host = URL.canParse(url) ? new URL(url).host : 'the address';
  return (
    <p role="status" className="max-w-prose text-sm">
      <StatusMark kind={via === 'relay' ? 'info' : 'warning'}>
        {source === undefined
          ? 'This request refers to a vault. Only the owner’s vault can be asked.'
          : via === 'relay'
            ? `Sends ${values} from your vault to ${host}. The server handles the value in transit and neither stores nor logs it. If a response repeats it, it is masked.`
            : `Uses ${values} from your vault. Such values go only through the server: choose “The server” under “Send from”.`}
      </StatusMark>
    </p>
  );
}
