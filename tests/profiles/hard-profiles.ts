import { careerOf, type HardProfile, longCareer, longLine, longParagraph, longWishes, personOf } from './made-content.ts';

/** What skills are called, each with a number of its own behind it. */
const skillWords = ['Memory forensics', 'TLS', 'Threat modelling', 'Rust', 'Incident response', 'Fuzzing', 'Kernel hardening', 'OAuth'];

/**
 * Ten owners whose content is hard to set: other scripts, nothing, and a great deal. The site must look finished for each of them.
 * Names are unique, so that a page tells whose it is.
 */
export const hardProfiles: readonly HardProfile[] = [
  {
    title: 'a long Vietnamese name',
    profile: personOf('Nguyễn Hoàng Thị Phương Thảo Bảo Châu', {
      givenNames: 'Hoàng Thị Phương Thảo Bảo Châu',
      familyName: 'Nguyễn',
      initials: 'NHC',
      language: 'vi',
      photo: 'portrait.png',
      about: [
        'Tôi giúp các ngân hàng giữ bí mật những gì phải giữ bí mật, và chứng minh những gì phải chứng minh.',
        'Mười hai năm qua tôi tìm lỗi trong hệ thống đăng nhập, nhật ký và chữ ký số, rồi ở lại để sửa chúng cùng những người đã viết ra chúng.',
      ],
    }),
    resume: careerOf({
      summary: 'Chuyên gia an ninh mạng: kiểm thử xâm nhập, mật mã ứng dụng và nhật ký không thể sửa.',
      label: 'Chuyên gia an ninh mạng',
      projectNames: ['Nhật ký không thể sửa', 'Chữ ký của những người vắng mặt', 'Đường dây'],
      projectText: 'Một nhật ký mà không ai có thể sửa mà không bị phát hiện, kể cả người quản trị.',
      caseTitle: 'Nhật ký mà chính người quản trị cũng không sửa được',
      skillNames: ['An ninh ứng dụng', 'Mật mã', 'Kiểm thử xâm nhập', 'Mô hình hoá mối đe doạ'],
      posts: [
        ['Trưởng nhóm kiểm thử xâm nhập', 'Công ty Cổ phần Dịch vụ An ninh mạng Phương Nam'],
        ['Kỹ sư an ninh', 'Ngân hàng Thương mại Sông Hồng'],
      ],
    }),
  },
  {
    title: 'a long Greek name',
    profile: personOf('Κωνσταντίνος-Αλέξανδρος Παπαδημητρακόπουλος', {
      givenNames: 'Κωνσταντίνος-Αλέξανδρος',
      familyName: 'Παπαδημητρακόπουλος',
      initials: 'ΚΑΠ',
      language: 'el',
      about: [
        'Είμαι ειδικός στην ασφάλεια πληροφοριών και φτιάχνω συστήματα που δύσκολα πλαστογραφούνται.',
        'Εξετάζω την ταυτοποίηση, τα αρχεία καταγραφής και τις αλυσίδες προμήθειας, και μένω μέχρι να διορθωθούν.',
      ],
    }),
    resume: careerOf({
      summary: 'Έλεγχοι διείσδυσης, εφαρμοσμένη κρυπτογραφία και αρχεία που δεν αλλοιώνονται.',
      label: 'Ειδικός ασφάλειας πληροφοριών',
      projectNames: ['Αδιάψευστο', 'Μεσάνυχτα', 'Κλεψύδρα'],
      projectText: 'Ένα αρχείο καταγραφής που δείχνει μόνο του ποια γραμμή άλλαξε και πότε.',
      caseTitle: 'Ένα αρχείο που δεν το αλλάζει ούτε ο διαχειριστής του',
      skillNames: ['Ασφάλεια εφαρμογών', 'Κρυπτογραφία', 'Έλεγχοι διείσδυσης'],
      posts: [
        ['Επικεφαλής ελέγχων ασφαλείας', 'Ελληνική Εταιρεία Ηλεκτρονικής Διακυβέρνησης'],
        ['Μηχανικός συστημάτων', 'Ναυτιλιακή Αιγαίου'],
      ],
    }),
  },
  {
    title: 'a long Arabic name',
    profile: personOf('عبد الرحمن محمد عبد العزيز الأنصاري القرطبي', {
      givenNames: 'عبد الرحمن محمد عبد العزيز',
      familyName: 'الأنصاري القرطبي',
      initials: 'عا',
      language: 'ar',
      about: [
        'أصمّم أنظمة يصعب تزويرها، وأثبت ذلك بالاختبار لا بالوعود.',
        'أراجع التشفير سطرًا سطرًا، وأبني سجلات لا يستطيع حتى مديرها تغييرها دون أن يُكشف ذلك.',
      ],
    }),
    resume: careerOf({
      summary: 'اختبار الاختراق والتشفير التطبيقي والسجلات التي لا تُغيَّر.',
      label: 'خبير أمن المعلومات',
      projectNames: ['السجل الأمين', 'الختم', 'ميزان'],
      projectText: 'سجل يبيّن بنفسه أي سطر تغيّر ومتى، ويمكن لأي شخص التحقق منه.',
      caseTitle: 'سجل لا يستطيع مديره أن يغيّره',
      skillNames: ['أمن التطبيقات', 'التشفير', 'اختبار الاختراق'],
      posts: [
        ['رئيس فريق اختبار الاختراق', 'شركة الخليج لأمن المعلومات'],
        ['مهندس أمن', 'مصرف الميناء'],
      ],
    }),
  },
  {
    title: 'one name',
    profile: personOf('Suhartini', { givenNames: 'Suhartini', familyName: 'Suhartini', initials: 'S' }),
    resume: careerOf({ projectNames: ['Kunci'] }),
  },
  {
    title: 'no photo, no profile elsewhere and nothing optional',
    profile: {
      name: 'Ottoline Marsh',
      givenNames: 'Ottoline',
      familyName: 'Marsh',
      initials: 'OM',
      about: ['I look after the machines of a small hospital, and I am glad to hear from others who do.'],
      email: 'ottoline@marsh.example',
      copyrightYear: 2026,
      timeZone: 'Europe/London',
    },
    resume: {
      basics: { summary: 'Keeps the machines of a small hospital honest.' },
      work: [{ name: 'Saint Brannock’s', position: 'Systems Administrator', startDate: '2019' }],
      projects: [{ name: 'Night watch', description: 'A list of what was not backed up, printed each morning.' }],
      skills: [{ name: 'Backups' }],
    },
  },
  {
    title: 'no projects',
    profile: personOf('Brunhild Aasgaard', { photo: 'portrait.png' }),
    resume: careerOf({ projectNames: [] }),
  },
  {
    title: 'fourteen projects',
    profile: personOf('Marguerite Delacroix-Okafor', {}),
    resume: careerOf({
      projectNames: [
        ...['Palimpsest', 'Second Key', 'Undertow', 'Quiet Port', 'Ledger of Small Things', 'Tidewrack', 'Slow Handshake'],
        ...['Paper Boat', 'Borrowed Light', 'Nine Locks', 'Understudy', 'Salt and Pepper', 'Weathervane', 'Last Mile'],
      ],
    }),
  },
  {
    title: 'forty skills',
    profile: personOf('Tomasz Wierzbicki', {}),
    resume: careerOf({ skillNames: Array.from({ length: 40 }, (_, at) => `${skillWords[at % skillWords.length]} ${at + 1}`) }),
  },
  {
    title: 'no experience',
    profile: personOf('Imke de Vries', { photo: 'portrait.png' }),
    resume: careerOf({ posts: [] }),
  },
  {
    title: 'everything long',
    profile: personOf('Maximiliane-Friederike Freifrau von Wolfenstein-Hohenfels-Adlersberg zu Unterschleissheim und Donaueschingen', {
      givenNames: 'Maximiliane-Friederike Karoline Wilhelmine Auguste Theodora',
      familyName: 'Freifrau von Wolfenstein-Hohenfels-Adlersberg zu Unterschleissheim und Donaueschingen',
      initials: 'MFW',
      photo: 'portrait.png',
      specialty: longLine('Specialty'),
      about: [longParagraph('First'), longParagraph('Second'), longParagraph('Third'), longParagraph('Fourth')],
      email: `${'maximiliane'.repeat(5)}@${'donaudampfschifffahrtsgesellschaft.'.repeat(4)}example`,
      discordHandle: 'donaudampfschifffahrtsgesellschaft_12',
      pgp: { fingerprint: 'ABCD'.repeat(10) },
    }),
    resume: longCareer(),
    wishes: longWishes(),
  },
];
