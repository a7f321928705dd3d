import type { SelectedPart } from '../../../api/parts';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import type { UnitFields } from './unitGroups';

/** The most that a problem description holds. */
const MAX_PROBLEM_LENGTH = 4000;

/** The unit that a remote support request was about, with its text and files. */
export const createUnitFromSource = ({ title, description, serialNumber, files }: SourceRequest): UnitFields => ({
  serialNumber,
  serviceTag: '',
  // Two texts that do not fit in one: the title can be read behind the link.
  problemDescription:
    [`${title}\n\n${description}`, description].find(({ length }) => length <= MAX_PROBLEM_LENGTH) ?? '',
  attachments: files,
});

/** The same in the group of its part; none where the part is still to be chosen. */
export const createGroupsFromSource = (origin: SourceRequest | null): { part: SelectedPart; units: UnitFields[] }[] =>
  origin?.part ? [{ part: origin.part, units: [createUnitFromSource(origin)] }] : [];
