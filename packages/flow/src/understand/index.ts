// What an import understands besides definitions (EDT16). Apart from the package's index, so that only the import page loads it.
export { isCutOff, looseJson } from './loose-json.ts';
export { understandWords, type NearWord } from './near-words.ts';
export { recognise, type ForeignFormat, type Recognised } from './recognise.ts';
