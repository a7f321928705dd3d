import { TextPage } from './TextPage';

/** sts-disclaimer: the terms under which the portal is used. */
export default function Disclaimer() {
  return <TextPage name="disclaimer" />;
}
