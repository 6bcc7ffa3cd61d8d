/** The three-letter codes (ISO 639-2/T) of Whisper's languages; its own codes have two letters, but for two. */
const TERMS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'en:eng zh:zho de:deu es:spa ru:rus ko:kor fr:fra ja:jpn pt:por tr:tur pl:pol ca:cat nl:nld ' +
    'ar:ara sv:swe it:ita id:ind hi:hin fi:fin vi:vie he:heb uk:ukr el:ell ms:msa cs:ces ro:ron ' +
    'da:dan hu:hun ta:tam no:nor th:tha ur:urd hr:hrv bg:bul lt:lit la:lat mi:mri ml:mal cy:cym ' +
    'sk:slk te:tel fa:fas lv:lav bn:ben sr:srp az:aze sl:slv kn:kan et:est mk:mkd br:bre eu:eus ' +
    'is:isl hy:hye ne:nep mn:mon bs:bos kk:kaz sq:sqi sw:swa gl:glg mr:mar pa:pan si:sin km:khm ' +
    'sn:sna yo:yor so:som af:afr oc:oci ka:kat be:bel tg:tgk sd:snd gu:guj am:amh yi:yid lo:lao ' +
    'uz:uzb fo:fao ht:hat ps:pus tk:tuk nn:nno mt:mlt sa:san lb:ltz my:mya bo:bod tl:tgl mg:mlg ' +
    'as:asm tt:tat haw:haw ln:lin ha:hau ba:bak jw:jav su:sun yue:zho'
  )
    .split(' ')
    .map((pair) => pair.split(':')),
);

/** The older codes (ISO 639-2/B) of those that have two. */
const BIBLIOGRAPHIC: Readonly<Record<string, string>> = {
  zho: 'chi',
  deu: 'ger',
  fra: 'fre',
  nld: 'dut',
  ell: 'gre',
  msa: 'may',
  ces: 'cze',
  ron: 'rum',
  mri: 'mao',
  cym: 'wel',
  slk: 'slo',
  fas: 'per',
  mkd: 'mac',
  eus: 'baq',
  isl: 'ice',
  hye: 'arm',
  sqi: 'alb',
  kat: 'geo',
  mya: 'bur',
  bod: 'tib',
};

/** A language as a video file tags its tracks: MP4 as `deu`, Matroska as `ger`; `und` where it is not known. */
export function languageTag(code: string, container: 'mp4' | 'mkv'): string {
  const term = TERMS[code] ?? 'und';
  return container === 'mkv' ? (BIBLIOGRAPHIC[term] ?? term) : term;
}
