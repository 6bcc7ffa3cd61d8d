/**
 * The Whisper models that whisper.cpp's authors publish in the ggml format, and the Parakeet model that ggml's authors
 * publish in the same one. Sizes and SHA-256 of the former are those huggingface.co lists for ggerganov/whisper.cpp at
 * revision 5359861c739e955e79d9a303bcbc70fb988958b1, of the latter those that three projects state.
 */

/** Whisper's sizes; `turbo` is large-v3 with four decoder layers. */
export type ModelSize = 'tiny' | 'base' | 'small' | 'medium' | 'large' | 'turbo';

export type CatalogueModel = {
  name: string;
  bytes: number;
  sha256: string;
  /** A size of Whisper's, or the other architecture. */
  size: ModelSize | 'parakeet';
  /** Of the weights: who uses them names the authors where it asks for that. */
  licence: 'MIT' | 'CC-BY-4.0';
  /** Where it is published, if not with the Whisper models: the file's name is added. */
  origin?: string;
  /** Whether it is multilingual, or English only. */
  multilingual: boolean;
  /** How the weights are stored: `f16`, or quantized to fewer bits. */
  weights: 'f16' | 'q8_0' | 'q5_1' | 'q5_0';
};

/** What Parakeet TDT 0.6B v3 was trained on; its file does not say (native/engine/parakeet-check.cpp has the same). */
export const PARAKEET_LANGUAGES: readonly string[] =
  'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ');

/** It cannot tell which of them is spoken: a small model of Whisper's that can, to have beside it. */
export const PARAKEET_HELPER = 'base-q8_0';

export const PARAKEET: CatalogueModel = {
  name: 'parakeet-tdt-0.6b-v3-q8_0',
  bytes: 668_757_119,
  sha256: '4d64e9e96c2792186d072fde0034df0ad670cf680a2f53069052ead827fd600e',
  size: 'parakeet',
  licence: 'CC-BY-4.0',
  origin: 'https://huggingface.co/ggml-org/parakeet-GGUF/resolve/main',
  multilingual: true,
  weights: 'q8_0',
};

/** Name, size in bytes and SHA-256 of each, the smallest family first. */
const WHISPER = `
tiny                  77691713 be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21
tiny-q8_0             43537433 c2085835d3f50733e2ff6e4b41ae8a2b8d8110461e18821b09a15c40c42d1cca
tiny-q5_1             32152673 818710568da3ca15689e31a743197b520007872ff9576237bda97bd1b469c3d7
tiny.en               77704715 921e4cf8686fdd993dcd081a5da5b6c365bfde1162e72b08d75ac75289920b1f
tiny.en-q8_0          43550795 5bc2b3860aa151a4c6e7bb095e1fcce7cf12c7b020ca08dcec0c6d018bb7dd94
tiny.en-q5_1          32166155 c77c5766f1cef09b6b7d47f21b546cbddd4157886b3b5d6d4f709e91e66c7c2b
base                 147951465 60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe
base-q8_0             81768585 c577b9a86e7e048a0b7eada054f4dd79a56bbfa911fbdacf900ac5b567cbb7d9
base-q5_1             59707625 422f1ae452ade6f30a004d7e5c6a43195e4433bc370bf23fac9cc591f01a8898
base.en              147964211 a03779c86df3323075f5e796cb2ce5029f00ec8869eee3fdfb897afe36c6d002
base.en-q8_0          81781811 a4d4a0768075e13cfd7e19df3ae2dbc4a68d37d36a7dad45e8410c9a34f8c87e
base.en-q5_1          59721011 4baf70dd0d7c4247ba2b81fafd9c01005ac77c2f9ef064e00dcf195d0e2fdd2f
small                487601967 1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b
small-q8_0           264464607 49c8fb02b65e6049d5fa6c04f81f53b867b5ec9540406812c643f177317f779f
small-q5_1           190085487 ae85e4a935d7a567bd102fe55afc16bb595bdb618e11b2fc7591bc08120411bb
small.en             487614201 c6138d6d58ecc8322097e0f987c32f1be8bb0a18532a3f88f734d1bbf9c41e5d
small.en-q8_0        264477561 67a179f608ea6114bd3fdb9060e762b588a3fb3bd00c4387971be4d177958067
small.en-q5_1        190098681 bfdff4894dcb76bbf647d56263ea2a96645423f1669176f4844a1bf8e478ad30
medium              1533763059 6c14d5adee5f86394037b4e4e8b59f1673b6cee10e3cf0b11bbdbee79c156208
medium-q8_0          823369779 42a1ffcbe4167d224232443396968db4d02d4e8e87e213d3ee2e03095dea6502
medium-q5_0          539212467 19fea4b380c3a618ec4723c3eef2eb785ffba0d0538cf43f8f235e7b3b34220f
medium.en           1533774781 cc37e93478338ec7700281a7ac30a10128929eb8f427dda2e865faa8f6da4356
medium.en-q8_0       823382461 43fa2cd084de5a04399a896a9a7a786064e221365c01700cea4666005218f11c
medium.en-q5_0       539225533 76733e26ad8fe1c7a5bf7531a9d41917b2adc0f20f2e4f5531688a8c6cd88eb0
large-v3-turbo      1624555275 1fc70f774d38eb169993ac391eea357ef47c88757ef72ee5943879b7e8e2bc69
large-v3-turbo-q8_0  874188075 317eb69c11673c9de1e1f0d459b253999804ec71ac4c23c17ecf5fbe24e259a1
large-v3-turbo-q5_0  574041195 394221709cd5ad1f40c46e6031ca61bce88931e6e088c188294c6d5a55ffa7e2
large-v3            3095033483 64d182b440b98d5203c4f9bd541544d84c605196c4f7b845dfa11fb23594d1e2
large-v3-q5_0       1081140203 d75795ecff3f83b5faa89d1900604ad8c780abd5739fae406de19f23ecd98ad1
large-v2            3094623691 9a423fe4d40c82774b6af34115b8b935f34152246eb19e80e376071d3f999487
large-v2-q8_0       1656129691 fef54e6d898246a65c8285bfa83bd1807e27fadf54d5d4e81754c47634737e8c
large-v2-q5_0       1080732091 3a214837221e4530dbc1fe8d734f302af393eb30bd0ed046042ebf4baf70f6f2
large-v1            3094623691 7d99f41a10525d0206bddadd86760181fa920438b6b33237e3118ff6c83bb53d
`;

/** The downloadable models. */
export const MODEL_CATALOGUE: readonly CatalogueModel[] = [
  ...WHISPER.trim().split('\n').map(toModel),
  PARAKEET,
];

function toModel(row: string): CatalogueModel {
  const [name = '', bytes, sha256 = ''] = row.split(/ +/);
  const [family = '', weights = 'f16'] = name.split(/-(?=q\d)/);
  return {
    name,
    bytes: Number(bytes),
    sha256,
    size: sizeOf(family),
    licence: 'MIT',
    multilingual: !family.endsWith('.en'),
    weights: weights as CatalogueModel['weights'],
  };
}

function sizeOf(family: string): ModelSize {
  if (family.endsWith('turbo')) return 'turbo';
  return family.split(/[.-]/, 1)[0] as ModelSize;
}
