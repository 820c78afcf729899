import { isMachineReadable, mrzCheckDigit, mrzLength, mrzText } from './mrz.ts';

/** What both lines of a passport-sized document say. A text of any other script must be transliterated before. */
type MrzDocument = {
  /** One or two letters: `P` for a passport. */
  readonly document: string;
  /** Three letters of the issuing authority. */
  readonly issuer: string;
  readonly familyName: string;
  readonly givenNames: string;
  readonly number: string;
  /** Three letters of a country. */
  readonly country: string;
  /** `YYMMDD`, with fillers for a part that is not known. */
  readonly from: string;
  readonly until: string;
  /** What the issuer likes to add, at most 14 characters. */
  readonly optional: string;
};

/**
 * The two lines of a document of 44 characters each, with all its check digits (ICAO 9303-4 §4.2.2, TD3); the sex is unspecified.
 * `undefined` where a name has letters that no line can hold.
 */
export function mrzDocument(holder: MrzDocument): readonly [string, string] | undefined {
  if (!isMachineReadable(holder.familyName + holder.givenNames)) return undefined;
  const upper = `${field(holder.document, 2)}${field(holder.issuer, 3)}${mrzText(holder.familyName)}<<${mrzText(holder.givenNames)}`;
  const number = checked(field(holder.number, 9));
  const from = checked(holder.from.padEnd(6, '<').slice(0, 6));
  const until = checked(holder.until.padEnd(6, '<').slice(0, 6));
  const optional = checked(field(holder.optional, 14));
  const composite = mrzCheckDigit(number + from + until + optional);
  const lower = `${number}${field(holder.country, 3)}${from}<${until}${optional}${composite}`;
  return [upper.slice(0, mrzLength).padEnd(mrzLength, '<'), lower];
}

function field(text: string, length: number): string {
  return mrzText(text).slice(0, length).padEnd(length, '<');
}

function checked(text: string): string {
  return `${text}${mrzCheckDigit(text)}`;
}

/** A country's three letters (ISO 3166-1 alpha-3) by its two; the two themselves where they are none of the standard's. */
export function countryInMrz(alpha2: string): string {
  return countries.get(alpha2) ?? alpha2;
}

// Kept as one text: as two columns it would fill four screens.
const countries = new Map(
  (
    'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR ' +
    'BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV ' +
    'CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ' +
    'ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ ' +
    'GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA ' +
    'JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO ' +
    'LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS ' +
    'MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
    'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP ' +
    'SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL ' +
    'TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT ' +
    'WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const),
);
