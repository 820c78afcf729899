import { Fragment, type ReactNode } from 'react';
import { isHostedProject } from '../../../lib/stored-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormerKeys } from './access/former-keys.tsx';

/** What to do when a phone, a master or a device is lost or new: the ways back in, step by step. */
export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title="Lost something?"
      description="Two things protect your entries: the authenticator signs you in, the master password unlocks the vault. Each has its own recovery."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="space-y-6">
        <Way title="The phone is lost">{isHostedProject() ? <PhoneOfProject /> : <PhoneOfOwn />}</Way>
        <Way title="The master password is lost">
          <li>Choose “Use the recovery key”, and type the key from your paper.</li>
          <li>The vault opens, and asks for a new master password. Nothing is lost, and the recovery key stays the same.</li>
          <li>A passkey works as well: unlock with it, then Security, “Change master password”, and prove it with the passkey.</li>
          <li>
            No recovery key or passkey? Then nobody can open these entries, not even the server. “Master password and recovery key lost?”
            starts a new, empty vault. For 30 days you can restore the old one below.
          </li>
        </Way>
        <Way title="A new device">
          <li>Sign in on it with e-mail, password and a code of the authenticator.</li>
          <li>A code alone does not unlock it there yet: enter the master password or the recovery key once.</li>
          <li>
            From then on a fresh code opens the list on that device. Passwords still need the master password, a passkey or the recovery
            key.
          </li>
          <li>A lost or sold device: remove it in Security, “Unlock methods”. If it was unlocked, rotate the vault key as well.</li>
        </Way>
        <Way title="A master password or recovery key leaked">
          <li>Security, “Rotate the vault key”: you get a new recovery key and, if you want, a new master password.</li>
          <li>Tick “Keep” next to each passkey that should still unlock the vault; you will be asked for each once.</li>
          <li>One that you did not keep still signs in. Under “Unlock methods”, “Let it unlock the vault” gives it the new key.</li>
        </Way>
        {open ? <FormerKeys /> : null}
      </div>
    </Dialog>
  );
}

function PhoneOfOwn() {
  return (
    <>
      <li>
        Sign in with e-mail and password; where the code is asked for, type <Typed>recovery</Typed> and give one of your recovery codes.
      </li>
      <li>
        A passkey works as well: type <Typed>passkey</Typed> instead.
      </li>
      <li>Here, choose “Reset 2FA”, prove it with a recovery code if asked, and scan the new QR code with the new phone.</li>
      <li>Unlock the vault with the master password, the recovery key or a passkey. Then make new recovery codes.</li>
      <li>
        No recovery code left? On the server, run <Typed>npm run owner -- remove-authenticator</Typed>. It prints a one-time secret: sign
        in, type <Typed>enrol</Typed>, and give it.
      </li>
    </>
  );
}

/** A hosted project has no recovery codes and no machine of the owner's. */
function PhoneOfProject() {
  return (
    <>
      <li>
        Sign in with e-mail and password; where the code is asked for, type <Typed>passkey</Typed> if you have one.
      </li>
      <li>No passkey? Remove the lost authenticator in the hosted project’s dashboard, under the account that is yours.</li>
      <li>
        Then sign in again, type <Typed>enrol</Typed>, and scan the QR code with the new phone.
      </li>
    </>
  );
}

function Way({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="lettering border-b border-hairline pb-1.5 text-lg">{title}</h3>
      <ol className="mt-3 list-decimal space-y-2 pl-6 marker:font-mono marker:text-sm marker:text-copper">{children}</ol>
    </section>
  );
}

/** What is typed as it stands; it breaks between words only. */
function Typed({ children }: { readonly children: string }) {
  return (
    <code className="rounded-control border border-hairline bg-plate box-decoration-clone px-1.5 py-0.5 font-mono text-sm [font-variant-ligatures:none]">
      {children.split(' ').map((word, index) => (
        <Fragment key={word}>
          {index === 0 ? null : ' '}
          <span className="whitespace-nowrap">{word}</span>
        </Fragment>
      ))}
    </code>
  );
}
