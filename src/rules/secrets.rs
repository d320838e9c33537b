//! The rules for secrets: forms that providers give their tokens, key blocks, and values of telling names that look random.
//!
//! Providers publish the forms of their tokens so that scanners know them; gitleaks and detect-secrets keep the best-known lists of them. The
//! patterns here are our own, made for one thing more than finding: each is tried only where a word of its rule stands.

/// One rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// What rows and reports call it.
    pub id: &'static str,
    /// What it finds.
    pub description: &'static str,
    /// Lower case. The pattern is tried where one of these stands, whatever its case.
    pub words: &'static [&'static str],
    /// Over bytes, from the word on or from `lead` bytes before it; its first group is the secret.
    pub pattern: &'static str,
    /// Bytes before the word that the pattern may take; 0 where it starts at the word, and then no letter or digit stands before it.
    pub lead: usize,
    /// Whether a letter or digit may stand before the word.
    pub inside: bool,
    /// Least entropy of the secret, in thousandths of a bit a byte.
    pub entropy: u32,
    /// For secrets that only their name tells: digits that one has at least. Values that only stand for a secret are let through: `changeme`, `${TOKEN}`.
    pub named: Option<usize>,
    /// A made-up case, in parts, so that no scanner takes it for a leak.
    pub example: &'static [&'static str],
}

/// What stands between a name and the text that it is given or compared with: `=`, `: &str =`, `[16] =`, ` string =`, `=>`, `:`.
macro_rules! is_given {
    () => {
        r"(?:\s?:\s?[&A-Za-z][A-Za-z0-9_&'<>?| .]{0,24}=|\s[a-z]{4,8}\s=|(?:\[[0-9]{0,4}\])?\s{0,4}(?::=|=>|={1,3}|!==?|:))\s{0,4}"
    };
}

/// A token that starts with a word of its own.
const fn token(
    id: &'static str,
    description: &'static str,
    words: &'static [&'static str],
    pattern: &'static str,
    example: &'static [&'static str],
) -> Rule {
    Rule { id, description, words, pattern, lead: 0, inside: false, entropy: 2500, named: None, example }
}

/// What example tokens end in.
const A10: &str = "q7Zk2Vb9Xw";
const B10: &str = "R4tN8sLc3H";
const C10: &str = "m6Yp1Df5Gj";
const D10: &str = "T0uE7aKo2W";
const HEX8: &str = "3fa94c1e";
const HEX12: &str = "07b2d86e5c9f";

/// Least entropy of hexadecimal digits, in thousandths of a bit a byte: 16 digits have 4 bits at most, and of 200 000 random texts of 32 of
/// them all had more.
pub const HEX_ENTROPY: u32 = 2700;

/// Every rule, by id.
pub const RULES: &[Rule] = &[
    token(
        "age-secret-key",
        "an age identity",
        &["age-secret-key-1"],
        r"^(?i)(AGE-SECRET-KEY-1[0-9A-Z]{58})",
        &["AGE-SECRET-", "KEY-1", "QQPZRY9X8GF2TVDW0S3J", "N54KHCE6MUA7LQQPZRY9", "X8GF2TVDW0S3JN54KH"],
    ),
    token("anthropic-key", "an Anthropic API key", &["sk-ant-"], r"^(sk-ant-[A-Za-z0-9_-]{32,})", &["sk-", "ant-", A10, B10, C10, D10]),
    token("atlassian-token", "an Atlassian API token", &["atatt3"], r"^(ATATT3[A-Za-z0-9_=-]{40,})", &["ATA", "TT3", A10, B10, C10, D10]),
    token(
        "aws-access-key",
        "the id of an AWS access key",
        &["akia", "asia", "abia", "acca"],
        r"^((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})(?:[^A-Za-z0-9]|$)",
        &["AK", "IA", "QZ7TV2XKLM4RWP3N"],
    ),
    Rule {
        id: "aws-secret-key",
        description: "the secret of an AWS access key",
        words: &["secret_access_key", "secretaccesskey", "aws_secret"],
        pattern: r#"^[A-Za-z_]+["']?\s{0,4}(?:=>|:=|=|:)\s{0,4}["']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)"#,
        lead: 0,
        inside: true,
        entropy: 3500,
        named: Some(2),
        example: &["secret_access", "_key = \"", A10, B10, C10, D10, "\""],
    },
    Rule {
        id: "azure-account-key",
        description: "the key of an Azure storage account",
        words: &["accountkey=", "sharedaccesskey="],
        pattern: r"^(?i:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})",
        lead: 0,
        inside: true,
        entropy: 3500,
        named: Some(2),
        example: &["Account", "Key=", A10, B10, C10, D10, A10, "=="],
    },
    Rule {
        id: "bearer-token",
        description: "a token in an authorization header",
        words: &["bearer "],
        pattern: r"^(?i:bearer)\s([A-Za-z0-9._~+/=-]{24,})",
        lead: 0,
        inside: false,
        entropy: 3000,
        named: Some(4),
        example: &["Bearer ", HEX8, HEX12, HEX12],
    },
    token("databricks-token", "a Databricks token", &["dapi"], r"^(dapi[0-9a-f]{32})(?:[^0-9a-f]|$)", &["da", "pi", HEX8, HEX12, HEX12]),
    token(
        "digitalocean-token",
        "a DigitalOcean token",
        &["dop_v1_", "doo_v1_", "dor_v1_"],
        r"^(do[opr]_v1_[0-9a-f]{64})",
        &["dop", "_v1_", HEX8, HEX8, HEX12, HEX12, HEX12, HEX12],
    ),
    token(
        "discord-webhook",
        "a Discord webhook",
        &["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
        r"^[a-z]+\.com/api/webhooks/[0-9]{5,}/([A-Za-z0-9_-]{40,})",
        &["discord.com/api/", "webhooks/123456789/", A10, B10, C10, D10],
    ),
    token("docker-token", "a Docker Hub token", &["dckr_pat_"], r"^(dckr_pat_[A-Za-z0-9_-]{27,})", &["dckr_", "pat_", A10, B10, C10]),
    token("doppler-token", "a Doppler token", &["dp.pt.", "dp.st."], r"^(dp\.[ps]t\.[A-Za-z0-9.]{40,})", &["dp.", "pt.", A10, B10, C10, D10]),
    token("figma-token", "a Figma token", &["figd_"], r"^(figd_[A-Za-z0-9_-]{38,})", &["fi", "gd_", A10, B10, C10, D10]),
    token(
        "github-fine-token",
        "a fine-grained GitHub token",
        &["github_pat_"],
        r"^(github_pat_[A-Za-z0-9_]{50,})",
        &["github_", "pat_", A10, B10, C10, D10, A10],
    ),
    token(
        "github-token",
        "a GitHub token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        r"^(gh[pousr]_[A-Za-z0-9]{36,})",
        &["gh", "p_", A10, B10, C10, D10],
    ),
    token(
        "gitlab-token",
        "a GitLab token",
        &["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-"],
        r"^(gl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_-]{20,})",
        &["gl", "pat-", A10, B10],
    ),
    token("google-api-key", "a Google API key", &["aiza"], r"^(AIza[A-Za-z0-9_-]{35})(?:[^A-Za-z0-9_-]|$)", &["AI", "za", A10, B10, C10, "T0uE7"]),
    token(
        "google-client-secret",
        "the secret of a Google OAuth client",
        &["gocspx-"],
        r"^(GOCSPX-[A-Za-z0-9_-]{28})",
        &["GOC", "SPX-", A10, B10, "m6Yp1Df5"],
    ),
    token("google-oauth-token", "a Google OAuth token", &["ya29."], r"^(ya29\.[A-Za-z0-9_-]{30,})", &["ya", "29.", A10, B10, C10]),
    token("grafana-token", "a Grafana token", &["glsa_", "glc_"], r"^((?:glsa|glc)_[A-Za-z0-9_+/=]{32,})", &["gl", "sa_", A10, B10, C10, D10]),
    token("huggingface-token", "a Hugging Face token", &["hf_"], r"^(hf_[A-Za-z0-9]{34})(?:[^A-Za-z0-9]|$)", &["h", "f_", A10, B10, C10, "T0uE"]),
    Rule {
        id: "jwt",
        description: "a signed JSON Web Token",
        words: &["eyj"],
        pattern: r"^(eyJ[A-Za-z0-9_-]{12,}\.eyJ[A-Za-z0-9_-]{12,}\.[A-Za-z0-9_-]{16,})",
        lead: 0,
        inside: false,
        entropy: 4000,
        named: None,
        example: &["ey", "J", A10, B10, ".ey", "J", C10, D10, ".", A10, C10],
    },
    token("linear-key", "a Linear API key", &["lin_api_"], r"^(lin_api_[A-Za-z0-9]{40})", &["lin_", "api_", A10, B10, C10, D10]),
    token("mailgun-key", "a Mailgun key", &["key-"], r"^(key-[0-9a-f]{32})(?:[^0-9a-f]|$)", &["ke", "y-", HEX8, HEX12, HEX12]),
    Rule {
        id: "named-password",
        description: "a text given to a name of a password",
        words: &["password", "passwd", "passphrase", "passcode", "pwd", "_pass"],
        pattern: concat!(
            r#"^(?i:password|passwd|passphrase|passcode|pwd|_pass)[0-9_]{0,3}["']?\]?"#,
            is_given!(),
            r#"["']([^"'`<>{}$()\\\x00-\x20\x7f-\xff]{8,64})["']"#
        ),
        lead: 0,
        inside: true,
        entropy: 2500,
        named: Some(1),
        example: &["DB_PASS", "WORD: &str = \"", "rapunz", "3l\""],
    },
    Rule {
        id: "named-password-bare",
        description: "a random-looking text without marks, given to a name of a password",
        words: &["password", "passwd"],
        pattern: r#"^(?i:password|passwd)\s{0,4}[:=]\s{0,4}([^\s"'`<>{}$()\[\]\\,;.#\x00-\x20\x7f-\xff]{8,64})(?:[\s"']|$)"#,
        lead: 0,
        inside: true,
        entropy: 3000,
        named: Some(2),
        example: &["password: ", "Qw7Zx9", "Lm2Kp4", "\n"],
    },
    Rule {
        id: "named-value",
        description: "a random-looking text given to a name of a secret",
        words: &[
            "secret",
            "token",
            "passw",
            "passphrase",
            "apikey",
            "api_key",
            "api-key",
            "accesskey",
            "access_key",
            "access-key",
            "auth_key",
            "authkey",
            "private_key",
            "privatekey",
            "credential",
        ],
        pattern: concat!(r#"^[A-Za-z0-9_.-]{4,48}["']?\]?"#, is_given!(), r#"["'`]([A-Za-z0-9+/=_.!@#$%^&*~-]{12,})["'`]"#),
        lead: 0,
        inside: true,
        entropy: 3500,
        named: Some(2),
        example: &["api_", "key: \"", A10, B10, "\""],
    },
    Rule {
        id: "named-value-bare",
        description: "a random-looking value of an environment variable whose name tells of a secret",
        words: &["secret", "token", "passw", "api_key", "apikey", "access_key", "private_key"],
        pattern: r#"^[A-Z0-9_]{5,40}(?:=|:\s)\s{0,4}([A-Za-z0-9+/=_-]{20,})(?:[\s"']|$)"#,
        lead: 0,
        inside: true,
        entropy: 3800,
        named: Some(2),
        example: &["API_", "KEY=", A10, B10, C10],
    },
    Rule {
        id: "named-value-hex",
        description: "hexadecimal digits without marks, given to a name of a secret",
        words: &["secret", "token", "passw", "apikey", "api_key", "api-key", "accesskey", "access_key", "auth_key", "private_key", "privatekey"],
        pattern: r#"^[A-Za-z0-9_-]{5,48}(?:=|:\s|:=|\s:?=\s)\s{0,4}([0-9A-Fa-f]{32,128})(?:[\s"',;]|$)"#,
        lead: 0,
        inside: true,
        entropy: HEX_ENTROPY,
        named: Some(2),
        example: &["api", "Key: ", HEX8, HEX12, HEX12],
    },
    token("new-relic-key", "a New Relic user key", &["nrak-"], r"^(NRAK-[A-Z0-9]{27})", &["NR", "AK-", "Q7ZK2VB9XWR4TN8SLC3HM6YP1DF"]),
    token("notion-token", "a Notion token", &["ntn_"], r"^(ntn_[A-Za-z0-9]{40,})", &["nt", "n_", A10, B10, C10, D10]),
    token("npm-token", "an npm token", &["npm_"], r"^(npm_[A-Za-z0-9]{36})(?:[^A-Za-z0-9]|$)", &["np", "m_", A10, B10, C10, "T0uE7a"]),
    token(
        "openai-key",
        "an OpenAI API key",
        &["sk-proj-", "sk-svcacct-", "sk-admin-"],
        r"^(sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,})",
        &["sk-", "proj-", A10, B10, C10, D10],
    ),
    Rule {
        id: "openai-key-old",
        description: "an OpenAI API key of the old form",
        words: &["t3blbkfj"],
        pattern: r"(sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})",
        lead: 23,
        inside: true,
        entropy: 3000,
        named: None,
        example: &["sk-", A10, B10, "T3Blbk", "FJ", C10, D10],
    },
    token(
        "planetscale-token",
        "a PlanetScale token",
        &["pscale_tkn_", "pscale_pw_"],
        r"^(pscale_(?:tkn|pw)_[A-Za-z0-9_.=-]{32,})",
        &["pscale_", "tkn_", A10, B10, C10, D10],
    ),
    token(
        "postman-key",
        "a Postman API key",
        &["pmak-"],
        r"^(PMAK-[0-9a-f]{24}-[0-9a-f]{34})",
        &["PM", "AK-", HEX12, HEX12, "-", HEX12, HEX12, HEX8, "a1"],
    ),
    Rule {
        id: "private-key",
        description: "a private key",
        words: &["-----begin "],
        pattern: r"^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----()",
        lead: 0,
        inside: true,
        entropy: 0,
        named: None,
        example: &["-----BEGIN ", "RSA PRIVATE KEY-----\n", A10, B10, C10, D10, "\n", D10, C10, B10, A10, "\n-----END RSA PRIVATE KEY-----"],
    },
    token("pulumi-token", "a Pulumi token", &["pul-"], r"^(pul-[0-9a-f]{40})", &["pu", "l-", HEX8, HEX8, HEX12, HEX12]),
    token("pypi-token", "a PyPI token", &["pypi-ageichlwas"], r"^(pypi-AgEIcHlwaS[A-Za-z0-9_-]{40,})", &["pypi-", "AgEIcHlwaS", A10, B10, C10, D10]),
    token("rubygems-key", "a RubyGems key", &["rubygems_"], r"^(rubygems_[0-9a-f]{48})", &["ruby", "gems_", HEX12, HEX12, HEX12, HEX12]),
    token(
        "sendgrid-key",
        "a SendGrid key",
        &["sg."],
        r"^(SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50})",
        &["S", "G.", A10, B10, "Lc", ".", A10, B10, C10, D10],
    ),
    token("sentry-token", "a Sentry token", &["sntrys_", "sntryu_"], r"^(sntry[su]_[A-Za-z0-9+/=_-]{40,})", &["snt", "rys_", A10, B10, C10, D10]),
    token(
        "shopify-token",
        "a Shopify token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"^(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})",
        &["shp", "at_", HEX8, HEX12, HEX12],
    ),
    token(
        "slack-token",
        "a Slack token",
        &["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xapp-"],
        r"^((?:xox[abeprs]|xapp)-[A-Za-z0-9-]{20,})",
        &["xo", "xb-", "1234567890-", A10, B10],
    ),
    token(
        "slack-webhook",
        "a Slack webhook",
        &["hooks.slack.com/"],
        r"^hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/]{30,})",
        &["hooks.slack", ".com/services/", "T", A10, "/B", B10, "/", C10, D10],
    ),
    token("square-token", "a Square token", &["sq0atp-", "sq0csp-"], r"^(sq0(?:atp|csp)-[A-Za-z0-9_-]{22,})", &["sq0", "atp-", A10, B10, "m6"]),
    token(
        "stripe-key",
        "a Stripe key",
        &["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
        r"^([sr]k_(?:live|test)_[A-Za-z0-9]{16,})",
        &["sk_", "live_", A10, B10],
    ),
    token("stripe-webhook-secret", "the secret of a Stripe webhook", &["whsec_"], r"^(whsec_[A-Za-z0-9+/=]{24,})", &["wh", "sec_", A10, B10, C10]),
    token("supabase-token", "a Supabase token", &["sbp_"], r"^(sbp_[0-9a-f]{40})", &["sb", "p_", HEX8, HEX8, HEX12, HEX12]),
    Rule {
        id: "telegram-token",
        description: "the token of a Telegram bot",
        words: &[":aa"],
        pattern: r"(?:^|[^0-9A-Za-z])([0-9]{8,10}:AA[A-Za-z0-9_-]{33})(?:[^A-Za-z0-9_-]|$)",
        lead: 11,
        inside: true,
        entropy: 3000,
        named: None,
        example: &["123456789", ":A", "A", A10, B10, C10, "T0u"],
    },
    Rule {
        id: "terraform-token",
        description: "a Terraform Cloud token",
        words: &[".atlasv1."],
        pattern: r"([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,})",
        lead: 14,
        inside: true,
        entropy: 3000,
        named: None,
        example: &[A10, "R4tN", ".atlas", "v1.", A10, B10, C10, D10, A10, B10],
    },
    token("twilio-key", "a Twilio key", &["sk"], r"^(SK[0-9a-f]{32})(?:[^0-9a-f]|$)", &["S", "K", HEX8, HEX12, HEX12]),
    Rule {
        id: "url-password",
        description: "a password in an address",
        words: &["://"],
        pattern: r#"^://[^\s/:@"'`<>(){}$%]{0,64}:([^\s/:@"'`<>(){}$%\x80-\xff]{6,})@[A-Za-z0-9]"#,
        lead: 0,
        inside: true,
        entropy: 2300,
        named: Some(1),
        example: &["://app:", "q7Zk2Vb9", "@db.internal"],
    },
    token("vault-token", "a HashiCorp Vault token", &["hvs.", "hvb."], r"^(hv[sb]\.[A-Za-z0-9_-]{24,})", &["hv", "s.", A10, B10, C10]),
];

/// Stands for all rules where they cannot be run: then a whole text is taken for a secret.
pub static UNSEARCHED: Rule = token("unsearched", "a text in which no rule could look for secrets", &[], "", &[]);

/// The rule of an id.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().chain([&UNSEARCHED]).find(|rule| rule.id == id)
}

/// A value with one of these in it only stands for a secret. Lower case.
pub const STAND_INS: &[&str] = &[
    "example",
    "changeme",
    "change_me",
    "change-me",
    "placeholder",
    "dummy",
    "redacted",
    "xxxx",
    "****",
    "....",
    "your",
    "insert",
    "replace",
    "todo",
    "password",
    "passwd",
    "secret",
    "none",
    "null",
    "test",
    "fake",
    "sample",
    "1234567",
    "abcdef",
    "foobar",
];
