import { useTranslate } from 'ra-core';
import { ExportButton } from '../../kernel/list/ExportButton';
import { useProcess } from '../../kernel/process/processContext';

/** Saves the papers that go with the units: packing lists, invoice, declaration and labels in one PDF. */
export function PapersButton() {
  const { record } = useProcess();
  const translate = useTranslate();
  return (
    <ExportButton
      path="/api/v1/files/export/repair-papers/pdf"
      query={{ repairId: record.id }}
      label={translate('repair.packing.papers')}
    />
  );
}
