import { useTranslate } from 'ra-core';
import { FormPart } from '../../shared/shipping/FormPart';
import { CourierView } from '../../shared/shipping/ShippingView';
import type { CourierValues } from '../../shared/shipping/types';

/** The courier's data beside a step that follows from them. */
export function CourierSummary({ values }: { values: CourierValues }) {
  const translate = useTranslate();
  return (
    <FormPart title={translate('repair.courier')}>
      <CourierView values={values} columns={1} />
    </FormPart>
  );
}
