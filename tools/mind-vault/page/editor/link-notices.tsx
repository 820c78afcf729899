import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { AlertDialog } from '../../../../web/app/ui/alert-dialog.tsx';
import { type OtherHost, otherHost } from './other-host.ts';

/** A link whose text names another host than it leads to. */
export type Doubt = { readonly link: FollowedLink; readonly address: string; readonly hosts: OtherHost };

/** What is to be asked before a link is followed; `undefined`: nothing. */
export function doubtOf(link: FollowedLink): Doubt | undefined {
  if (link.kind !== 'address') return undefined;
  const hosts = otherHost(link.text, link.address);
  return hosts === undefined ? undefined : { link, address: link.address, hosts };
}

/** Says at the foot of the window where the link leads that is pointed at, has the cursor, or is held. */
export function LinkLine({ link }: { readonly link: FollowedLink | undefined }) {
  const target = link === undefined ? undefined : targetOf(link);
  return (
    <p role="status" aria-label="Where the link leads" className="pointer-events-none fixed bottom-0 left-0 z-20 max-w-[min(100vw,44rem)]">
      {target === undefined ? null : (
        <span className="block rounded-tr-control border-t border-r border-edge bg-raised px-3 py-1.5 text-sm text-ink">
          <span className="font-medium wrap-anywhere">{target.said}</span>
          {target.whole === undefined ? null : (
            <span className="line-clamp-3 font-mono text-muted wrap-anywhere" translate="no">
              {target.whole}
            </span>
          )}
        </span>
      )}
    </p>
  );
}

function targetOf(link: FollowedLink): { readonly said: string; readonly whole?: string } | undefined {
  switch (link.kind) {
    case 'tag':
      return undefined;
    case 'note': {
      const name = `${link.target}${link.subpath === '' ? '' : ` › ${link.subpath.replace(/^#/, '')}`}`;
      return name === '' ? undefined : { said: `Leads to ${name}` };
    }
    case 'address': {
      if (/^mailto:/i.test(link.address)) return { said: 'Writes to', whole: link.address.slice('mailto:'.length) };
      return { said: `Leads to ${hostOf(link.address) ?? 'no host'}`, whole: link.address };
    }
  }
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
}

type LinkQuestionProps = {
  readonly doubt: Doubt | undefined;
  readonly onOpen: (link: FollowedLink) => void;
  readonly onClose: () => void;
};

/** Asks before a link is followed whose text names another host. */
export function LinkQuestion({ doubt, onOpen, onClose }: LinkQuestionProps) {
  return (
    <AlertDialog
      open={doubt !== undefined}
      title="Open this link?"
      description={doubt === undefined ? null : `The text says ${doubt.hosts.said}. The link leads to ${doubt.hosts.target}. Open it?`}
      confirm={{
        label: 'Open the link',
        onConfirm: () => {
          onClose();
          if (doubt !== undefined) onOpen(doubt.link);
        },
      }}
      onClose={onClose}
    >
      <p className="font-mono text-sm text-muted wrap-anywhere" translate="no">
        {doubt?.address}
      </p>
    </AlertDialog>
  );
}
