import { useState } from 'react';
import { derivationText, guessingPriceText, guessingTimeText } from '../../../../domains/vault/access/crack-cost-text.ts';
import { type Argon2idCost, attacker, costOfBits, guessRate } from '../../../../domains/vault/access/master-cost.ts';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import { StrengthLine } from './strength-line.tsx';

/** Bits by exact count: words of a list of 7,776 and characters of 94, each drawn at random. */
const examples = [
  { name: 'Four random words', bits: 4 * Math.log2(7776) },
  { name: 'Five random words', bits: 5 * Math.log2(7776) },
  { name: 'Six random words', bits: 6 * Math.log2(7776) },
  { name: 'Eight random characters', bits: 8 * Math.log2(94) },
  { name: 'Twelve random characters', bits: 12 * Math.log2(94) },
];

/** What finding the master costs a thief who holds the database, at the parameters of this vault's own slot. */
export function CrackCost({ cost }: { readonly cost: Argon2idCost | null }) {
  const [tried, setTried] = useState('');
  if (cost === null) return <p className="record-note">The vault lists no valid master password.</p>;
  return (
    <div className="max-w-2xl space-y-3">
      <p className="record-note">
        {`A guess costs ${derivationText(cost)} of Argon2id here. One ${attacker.name} manages at most ${Math.floor(guessRate(cost)).toLocaleString('en')} of them a second.`}
      </p>
      <div>
        <SecretField label="What about this one?" hint="Estimated on this device; not stored." value={tried} onValue={setTried} />
        <StrengthLine password={tried} cost={cost} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keys. */}
      <section aria-label="What guessing costs" tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr className="border-b border-hairline">
              <th className="py-2 pr-2 sm:pr-4 font-medium">Master</th>
              <th className="hidden py-2 pr-4 text-right font-medium sm:table-cell">Bits</th>
              <th className="py-2 pr-2 sm:pr-4 font-medium">One GPU</th>
              <th className="py-2 font-medium">Rent</th>
            </tr>
          </thead>
          <tbody className="font-mono tabular-nums">
            {examples.map(({ name, bits }) => {
              const { years, dollars } = costOfBits(bits, cost);
              return (
                <tr key={name} className="border-b border-hairline">
                  <th scope="row" className="py-2 pr-2 sm:pr-4 font-sans font-normal">
                    {name}
                  </th>
                  <td className="hidden py-2 pr-4 text-right sm:table-cell">{bits.toFixed(1)}</td>
                  <td className="py-2 pr-2 sm:pr-4">{guessingTimeText(years)}</td>
                  <td className="py-2">{guessingPriceText(dollars)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p className="text-sm text-muted">
        {`Time for a 50 % chance of success. Assumes that the attacker has the whole database, knows how the master password was made, and is limited only by the card’s memory bandwidth, which real crackers do not reach; ${attacker.dollarsPerHour.toFixed(2)} dollars an hour to rent. A thousand cards are a thousand times faster at the same price. A typed password is estimated by patterns: a sentence from a book is weaker than shown. None of this helps against someone who watches you type.`}
      </p>
    </div>
  );
}
