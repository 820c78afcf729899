/** What recruiters ask and a site seldom says: how it is asked, what it is called, and what a sentence would hold that does say it. */
export const topics: readonly {
  readonly asked: string;
  readonly what: string;
  readonly told: string;
  /** The field of the profile that says it where it is given. */
  readonly field?: 'availability';
}[] = [
  {
    asked:
      'salary|salaries|compensation|day rate|daily rate|hourly rate|rate|rates|how much do you charge|charge|cost|costs|price|prices|pricing|fee|fees|pay|paid|package|expensive|budget|how much do you want|earn',
    what: 'anything about pay or rates',
    told: 'salary|day rate|hourly rate|fee|fees|per day|per hour',
  },
  {
    asked:
      'available to start|can you start|could you start|available|availability|start date|notice period|notice|when can you start|when could you start|how soon|start work|free to start',
    what: 'anything about availability or a notice period',
    told: 'available|availability|notice period',
    field: 'availability',
  },
  {
    asked: 'remote|remotely|hybrid|on site|onsite|in office|home office|work from home|wfh',
    what: 'anything about remote work',
    told: 'remote|remotely|hybrid|on site',
  },
  {
    asked: 'relocate|relocation|relocating|move to|willing to move|moving to',
    what: 'anything about relocation',
    told: 'relocate|relocation',
  },
  { asked: 'travel|travelling|traveling|commute', what: 'anything about travelling for work', told: 'travel' },
  {
    asked: 'part time|full time|permanent|working hours|hours a week|weekend|weekends|overtime|on call',
    what: 'anything about working hours',
    told: 'part time|full time|permanent',
  },
  { asked: 'clearance|clearances|vetted|vetting|background check', what: 'anything about a security clearance', told: 'clearance' },
  {
    asked: 'visa|visas|work permit|right to work|citizen|citizenship|nationality|passport holder|sponsorship|eligible to work',
    what: 'anything about citizenship, visas or work permits',
    told: 'citizen|nationality|work permit|visa',
  },
  {
    asked:
      'married|kids|children|wife|husband|partner|family|boyfriend|girlfriend|single|religion|religious|pregnant|pronoun|pronouns|gender|ethnicity|political|disability',
    what: 'anything about family or private life',
    told: 'married|children|pronouns',
  },
  { asked: 'hobby|hobbies|free time|spare time|fun', what: 'anything about hobbies', told: 'hobby|hobbies|free time' },
  {
    asked:
      'reference|references|recommendation|recommendations|testimonial|testimonials|former manager|former managers|former boss|referee|referees',
    what: 'anything about references',
    told: 'references|recommendation|testimonial',
  },
  {
    asked:
      'manage people|management experience|management style|managerial|managed people|manage a team|managed a team|managed teams|led a team|lead a team|leading a team|run a team|headed a team|team lead|team leader|direct reports|people management|people manager|manager|line management|line manager|leadership|how many people did you manage',
    what: 'anything about managing a team',
    told: 'managed a team|led a team|leads a team|team of|head of|direct reports|team lead',
  },
  {
    asked: 'weakness|weaknesses|biggest failure|greatest failure|five years|5 years time|where do you see yourself',
    what: 'that',
    told: 'my weakness',
  },
];

/** The words that these topics are asked by: none of them is a slip of another word. */
export const silentWords = topics.map(({ asked }) => asked.replaceAll('|', ' ')).join(' ');
