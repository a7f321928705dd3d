import type { ChosenPart } from '../../../api/parts';
import type { Origin } from '../../../core/creation/sourceRequest';
import type { UnitFields } from './unitGroups';

/** The most that a problem description holds. */
const PROBLEM_LENGTH = 4000;

/** The unit that a remote support request was about, with its text and files. */
export const unitFrom = ({ title, description, serialNumber, files }: Origin): UnitFields => ({
  serialNumber,
  serviceTag: '',
  // Two texts that do not fit in one: the title can be read behind the link.
  problemDescription: [`${title}\n\n${description}`, description].find(({ length }) => length <= PROBLEM_LENGTH) ?? '',
  attachments: files,
});

/** The same in the group of its part; none where the part is still to be chosen. */
export const groupsFrom = (origin: Origin | null): { part: ChosenPart; units: UnitFields[] }[] =>
  origin?.part ? [{ part: origin.part, units: [unitFrom(origin)] }] : [];
