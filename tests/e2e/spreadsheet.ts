import { crc32, inflateRawSync } from 'node:zlib';

const directoryEntry = 0x02014b50;
const deflated = 8;

/** Return the text of a file in a zip archive, found by the central directory. */
function readEntry(archive: Buffer, entryName: string): string {
  let at = archive.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  while (at >= 0 && archive.readUInt32LE(at) === directoryEntry) {
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (name === entryName) {
      const header = archive.readUInt32LE(at + 42);
      const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
      const content = archive.subarray(from, from + archive.readUInt32LE(at + 20));
      return (archive.readUInt16LE(at + 10) === deflated ? inflateRawSync(content) : content).toString('utf8');
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error(`no ${entryName} in the archive`);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Return the rows of the first sheet. The portal writes inline strings. */
export function readSheet(file: Buffer): string[][] {
  const sheet = readEntry(file, 'xl/worksheets/sheet1.xml');
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) =>
      (/<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/s.exec(cell)?.[1] ?? '').replace(
        /&(\w+);/g,
        (_, name: string) => entities[name] ?? '',
      ),
    ),
  );
}

/** Return a zip archive with one uncompressed file. */
export function createZip(name: string, content: Buffer): Buffer {
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0); // version needed to extract; flags, method (stored), time and date are 0
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(content.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(Buffer.byteLength(name), 22);
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), content]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(file.length, 16);
  return Buffer.concat([file, directory, end]);
}
