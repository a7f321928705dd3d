import { useTranslate } from 'ra-core';
import { useProcess } from '../../../core/process/processContext';
import { ExportButton } from '../../../core/ui/ExportButton';

/** Saves the shipping documents of one way: packing lists, invoice, declaration and labels in one PDF. */
export function ShippingDocumentsButton({ isBack = false }: { isBack?: boolean }) {
  const { record } = useProcess();
  const translate = useTranslate();
  return (
    <ExportButton
      path="/api/v1/files/export/repair-papers/pdf"
      query={{ repairId: record.id, ...(isBack && { direction: 'BACK' }) }}
      label={translate('repair.packing.papers')}
    />
  );
}
