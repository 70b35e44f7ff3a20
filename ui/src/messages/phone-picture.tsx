import type { ReactNode } from "react";
import { Icon } from "../elements/icon.tsx";
import type { Kind } from "./message-form.ts";
import classes from "./phone.module.css";

interface PhonePictureProps {
  readonly name: string;
  readonly appName: string;
  readonly kind: Kind;
  readonly title?: PhonePictureProps["message"] | undefined;
  readonly message: { readonly text: string; readonly language: string };
  readonly button?: string | undefined;
  readonly isDark?: boolean;
  readonly isSmall?: boolean;
  readonly children?: ReactNode;
}

export function PhonePicture(props: PhonePictureProps) {
  const { name, appName, kind, title, message, button, isDark = false, isSmall = false, children } = props;
  const isApp = kind !== "upgrade" && kind !== "unsupported" && kind !== "maintenance";
  const texts = (
    <>
      {title && title.text !== "" && (
        <strong className={classes.title} lang={title.language} dir="auto">
          {title.text}
        </strong>
      )}
      <p className={classes.message} lang={message.language} dir="auto">
        {message.text}
      </p>
    </>
  );
  return (
    <figure className={classes.figure} aria-label={name} data-small={isSmall || undefined}>
      <div className={`${classes.phone} ${isDark ? classes.dark : classes.light}`}>
        <div className={classes.bar}>{appName}</div>
        {isApp ? (
          <div className={classes.app}>
            {children}
            {message.text !== "" && <div className={classes.card}>{texts}</div>}
            {["100%", "80%", "92%", "60%"].map((width) => (
              <div key={width} className={classes.line} style={{ width }} />
            ))}
          </div>
        ) : (
          <div className={classes.screen}>
            <div className={classes.sign}>
              <Icon name={kind === "upgrade" ? "up" : "settings"} size={2} />
            </div>
            {texts}
            {button !== undefined && <span className={classes.button}>{button}</span>}
          </div>
        )}
      </div>
    </figure>
  );
}
