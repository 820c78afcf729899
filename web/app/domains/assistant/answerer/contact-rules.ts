import { findEvidence } from './evidence.ts';
import { type Rule, type Said, sentence, unsaid, writeLine } from './said.ts';

/** Profiles elsewhere, the blog, the key, the resume, the phone and the mail. */
export const channels: Rule = ({ has }, { content }) => {
  const { owner, profiles, facts, mail } = content;
  if (has('pgp|gpg|fingerprint|public key|openpgp')) {
    if (facts.pgp === undefined) return unsaid('anything about a PGP key');
    return {
      lines: [`PGP fingerprint: ${grouped(facts.pgp.fingerprint)}.`, ...(facts.pgp.url === undefined ? [] : [`The key: ${facts.pgp.url}`])],
      fields: ['pgp'],
    };
  }
  if (
    has('report|disclose|found|reporting') &&
    has('this site|your site|the site|this website|your website|this page|security problem|security issue') &&
    !has('case')
  ) {
    if (facts.securityContact === undefined) return { lines: [writeLine(mail)], fields: [mail === undefined ? 'contact' : 'email'] };
    return { lines: [`Report a weakness of this site to ${facts.securityContact.replace(/^mailto:/, '')}.`], fields: ['securityContact'] };
  }
  const elsewhere = [
    ['linkedin', 'LinkedIn', profiles.linkedinUrl, 'linkedinUrl'],
    ['github', 'GitHub', profiles.githubUrl, 'githubUrl'],
    ['instagram|insta', 'Instagram', profiles.instagramUrl, 'instagramUrl'],
    ['spotify', 'Spotify', profiles.spotifyUrl, 'spotifyUrl'],
    ['discord', 'Discord', profiles.discordHandle, 'discordHandle'],
    ['blog|blogs|blogging|blog posts', 'Blog', profiles.blogUrl, 'blogUrl'],
  ] as const;
  const named = elsewhere.filter(([asked, , value]) => value !== undefined && has(asked));
  if (named.length > 0)
    return { lines: named.map(([, title, value]) => `${title}: ${value}`), fields: named.map(([, , , field]) => `profiles.${field}`) };
  if (has('socials|social media|social profiles|twitter|mastodon|facebook')) {
    return { lines: elsewhere.flatMap(([, title, value]) => (value === undefined ? [] : [`${title}: ${value}`])), fields: ['profiles'] };
  }
  if (has('cv|resume|curriculum vitae|curriculum')) {
    if (has('gap|gaps|in your cv|on your cv|in her cv|in his cv|on your resume|in your resume')) return undefined;
    return { lines: ['The resume is at /cv as a page, and at /resume as a PDF (Get Resume).'], fields: ['cv'] };
  }
  if (has('phone|telephone|mobile number|cell|call you|phone number|whatsapp|ring you')) {
    return {
      lines: ['The phone number is not printed on the site. The contact page, /contact, shows it to those who give the full name.'],
      fields: ['contact'],
      withContact: true,
    };
  }
  const elsewhereUrls = [profiles.linkedinUrl, profiles.githubUrl].filter((url) => url !== undefined);
  if (has('email|mail|contact|reach|get in touch|in touch|write to|talk to you|message you|contacting')) {
    return {
      lines: [writeLine(mail), ...(elsewhereUrls.length === 0 ? [] : [`Profiles: ${elsewhereUrls.join(', ')}`])],
      fields: [...(mail === undefined ? [] : ['email']), 'contact'],
    };
  }
  if (has('freelance|freelancer|freelancing|contractor|contract work|contracting|contract|consulting|consultancy|self employed|business')) {
    return unsaid(`whether ${owner.givenNames} takes freelance or contract work`);
  }
  return undefined;
};

function grouped(fingerprint: string): string {
  return (fingerprint.match(/.{1,4}/g) ?? []).join(' ');
}

const hiring =
  'hire|hiring|can we talk|could we talk|talk to|lets talk|i need someone|we need someone|looking for someone|we need a|i need a|recruit|recruiter|for us|with us|help us|help me|can you help|could you help|next step|next steps|hacked|breached|breach|ransomware|engage you|book you|work together|collaborate|collaboration|join us|join our|interview|our team|our company|interested in working|open to|looking for work|looking for a job|looking for a new|opportunities|opportunity|job offer|offer you|vacancy|new role|new challenge|new position|work with you|work with me|want to work with';

/** Wishes to hire, to be helped, or to work together: what the site says of it, and where to write. */
export const hire: Rule = (question, asked) => {
  const { has } = question;
  if (!has(hiring) || has('you been hacked|ever been hacked')) return undefined;
  const { about, mail, facts } = asked.content;
  const invitation = about
    .flatMap((text) => text.split(/(?<=[.!?])\s+/))
    .filter((text) => /collaborat|write to me|working with|hire|get in touch/i.test(text));
  const evidence: Said | undefined = findEvidence(
    question.terms.filter((term) => !isHiringWord(term)),
    asked,
  );
  return {
    lines: [
      ...(evidence?.lines.slice(0, 2) ?? []),
      ...(has('next week|next month|tomorrow|this week|this month|soon|asap|urgent|urgently|today')
        ? [
            facts.availability === undefined
              ? `The site does not say when ${asked.content.owner.givenNames} is available.`
              : sentence(facts.availability),
          ]
        : []),
      ...(invitation.length === 0 ? [] : [invitation.map((text) => sentence(text)).join(' ')]),
      writeLine(mail),
    ],
    fields: [...(evidence?.fields.slice(0, 2) ?? []), ...(invitation.length === 0 ? [] : ['about']), 'contact'],
  };
};

function isHiringWord(word: string): boolean {
  return /^(?:hir|recruit|talk|someone|help|next|step|hack|breach|ransom|book|together|collab|join|interview|team|open|look|opportun|offer|vacanc|new|challenge|month|week|tomorrow|soon|asap|urgent|today)/.test(
    word,
  );
}
