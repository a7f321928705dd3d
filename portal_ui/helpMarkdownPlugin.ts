import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, HelpText, Inline, Size } from './src/features/help/helpText';

type Messages = { [key: string]: string | Messages };

const isText = /[\\/]locale[\\/]\w+[\\/]help[\\/]([\w-]+)\.md$/;
/** Link targets: only other pages of the help, by their name. */
const toPage = /^[a-z-]+$/;

/**
 * Compile the help's markdown at build time. Browsers load no parser, and an unknown label such as `{process.save}`
 * fails the build.
 */
export function helpMarkdownPlugin(): Plugin {
  return {
    name: 'help-texts',
    transform(source, id) {
      if (!isText.test(id)) return null;
      return { code: `export default ${JSON.stringify(readHelp(id, source))};`, map: null };
    },
  };
}

/** Parse the markdown of a help page. */
export function readHelp(path: string, source = readFileSync(path, 'utf8')): HelpText {
  const place = { path, getMessage: createMessageLookup(path) };
  const [first, ...tokens] = marked.lexer(source).filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading' || first.depth !== 1)
    throw buildError(path, 'the first line must be the title, as "# Title"');
  return { title: toText(parseInlines(first.tokens, place)), blocks: tokens.map((token) => parseBlock(token, place)) };
}

type Source = { path: string; getMessage: (key: string) => string };

function parseBlock(token: Token, place: Source): Block {
  if (token.type === 'heading' && token.depth === 2) {
    return { kind: 'heading', inlines: parseInlines(token.tokens, place) };
  }
  if (token.type === 'list') {
    const { ordered, items } = token as Tokens.List;
    return { kind: ordered ? 'steps' : 'points', items: items.map((item) => parseItem(item, place)) };
  }
  if (token.type === 'paragraph') {
    const [only, ...more] = (token as Tokens.Paragraph).tokens;
    if (only?.type === 'image' && more.length === 0) return parsePicture(only as Tokens.Image, place);
    return { kind: 'text', inlines: parseInlines(token.tokens, place) };
  }
  throw buildError(place.path, `unsupported markdown: ${token.raw}`);
}

function parseItem({ tokens }: Tokens.ListItem, place: Source): Inline[] {
  const [only, ...more] = tokens;
  if (only?.type !== 'text' || more.length > 0)
    throw buildError(place.path, `list items must be plain text: ${only?.raw}`);
  return parseInlines((only as Tokens.Text).tokens, place);
}

function parsePicture({ href, text }: Tokens.Image, { path }: Source): Block {
  if (text.length < 20) throw buildError(path, `alternative text of the picture ${href} is too short`);
  const [size, phoneSize] = [href, `${href}-phone`].map((name) => readSize(name, path)) as [Size, Size];
  return { kind: 'picture', name: href, description: text, size, phoneSize };
}

function readSize(name: string, path: string): Size {
  const file = join(dirname(path), `${name}.webp`);
  if (!existsSync(file)) throw buildError(path, `missing picture: ${name}`);
  const header = readFileSync(file).subarray(0, 30);
  const format = header.toString('latin1', 12, 16);
  // A lossy picture without transparency stores its sides in 14 bits each (RFC 6386, section 9.1), ...
  if (format === 'VP8 ') return { width: header.readUInt16LE(26) & 0x3fff, height: header.readUInt16LE(28) & 0x3fff };
  if (format !== 'VP8X') throw buildError(path, `${name} is not a lossy or extended WebP`);
  // ... an extended one minus one, in three bytes each (RFC 9649, section 2.7).
  return { width: header.readUIntLE(24, 3) + 1, height: header.readUIntLE(27, 3) + 1 };
}

function parseInlines(tokens: Token[] | undefined, place: Source): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    if (token.type === 'link' && toPage.test(token.href)) return [{ page: token.href, text: token.text }];
    if (token.type === 'text' || token.type === 'escape') return fillPlaceholders(token.text, place);
    throw buildError(place.path, `unsupported markdown: ${token.raw}`);
  });
}

/** Replace placeholders ("{process.save}") by labels in the language of the page. */
function fillPlaceholders(text: string, { getMessage }: Source): Inline[] {
  return text
    .split(/\{([\w.-]+)\}/)
    .map((part, index): Inline => (index % 2 === 0 ? part : { label: getMessage(part) }))
    .filter((part) => part !== '');
}

const toText = (inlines: Inline[]) => inlines.map((each) => (typeof each === 'string' ? each : '')).join('');

/** Return a lookup of messages in the page's language: interface, then server. */
function createMessageLookup(path: string): (key: string) => string {
  const folder = dirname(dirname(path));
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const readCatalog = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Messages;
  const interfaceMessages: Messages = Object.assign(
    {},
    ...files.filter((name) => name !== 'server.json').map(readCatalog),
  );
  const serverMessages = readCatalog('server.json');
  return (key) => {
    const message = findMessage(interfaceMessages, key) ?? findMessage(serverMessages, key);
    if (message === undefined) throw buildError(path, `unknown message: ${key}`);
    if (/[{}]/.test(message) || message.includes(' || ')) throw buildError(path, `message ${key} is not a label`);
    return message;
  };
}

function findMessage(messages: Messages, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Messages | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), messages);
  return typeof found === 'string' ? found : undefined;
}

const buildError = (path: string, problem: string) =>
  new Error(`help ${basename(dirname(dirname(path)))}/${basename(path)}: ${problem}`);
